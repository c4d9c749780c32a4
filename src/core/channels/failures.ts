/** What can be wrong with the ledger, its channels, messages and commitments. */
export type LedgerFailure = StoreUnreadable | StoreNewer | StoreBusy;

/** The database cannot be opened or read. Exit 7; the file is left as it is. */
export interface StoreUnreadable {
  readonly reason: 'store-unreadable';
  readonly path: string;
  readonly cause: string;
}
/** Written by a newer msd. Exit 7. */
export interface StoreNewer {
  readonly reason: 'store-newer';
  readonly path: string;
  readonly found: number;
  readonly known: number;
}
/** Bounded retries on the write lock were used up. Exit 7. */
export interface StoreBusy {
  readonly reason: 'store-busy';
  readonly path: string;
}
