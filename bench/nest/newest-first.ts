/** The order of the list's page, as TypeORM's `find` takes it and as the index has it; any other is sorted anew. */
export const newestFirst = {
  createdAt: { direction: 'DESC', nulls: 'LAST' },
  id: { direction: 'DESC', nulls: 'LAST' },
} as const
