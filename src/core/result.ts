/**
 * A value, or the failure that stands in its place. Failures are data (ADR 0015): a function that can fail says so in
 * its type, and only bugs throw.
 */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: F };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <F>(error: F): { readonly ok: false; readonly error: F } => ({ ok: false, error });
