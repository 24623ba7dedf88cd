/** What the arrows of a pagination are called. */
export const paginationLabels = {
  first: 'Primeira página',
  previous: 'Página anterior',
  next: 'Próxima página',
  last: 'Última página',
} as const
