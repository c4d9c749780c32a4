declare const brand: unique symbol;

/** A string that looks like others and is not interchangeable with them. */
export type Brand<Name extends string> = string & { readonly [brand]: Name };
