/** The accessible names of a pagination's arrows. */
export const paginationLabels = {
  first: 'Primeira página',
  previous: 'Página anterior',
  next: 'Próxima página',
  last: 'Última página',
} as const
