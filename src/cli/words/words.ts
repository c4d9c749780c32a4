/** What a person is told of a failure: what was found, what is accepted, and the command or act that goes on from here. */
export interface Words {
  readonly message: string;
  readonly next: string | null;
}

/** A table from every reason of an area to its words; does not compile while one is missing. */
export type WordsFor<F extends { readonly reason: string }> = {
  readonly [R in F['reason']]: (failure: Extract<F, { readonly reason: R }>) => Words;
};
