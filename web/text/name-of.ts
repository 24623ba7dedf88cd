/** Names by id; what the ledger keeps of a person is their id alone. */
export type NameOf = (id: string | null) => string
