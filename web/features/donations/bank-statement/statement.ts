/** One movement of a bank account: a day (YYYY-MM-DD), centavos (negative went out), and what the bank wrote about it. */
export type StatementLine = {
  readonly day: string
  readonly cents: number
  readonly text: string
  /** The bank's own name of the movement, where it has one. */
  readonly id: string | null
}

/** A statement's movements, at least one, and the first and last day that they are of. */
export type Statement = { readonly lines: readonly StatementLine[]; readonly from: string; readonly to: string }

export const statementFaults = {
  too_big: 'Este arquivo é grande demais para um extrato. Peça ao banco só o mês da contribuição.',
  pdf: 'Isto é um PDF. No aplicativo do banco, peça o extrato em OFX ou CSV e abra esse arquivo aqui.',
  workbook: 'Isto é uma planilha. No aplicativo do banco, peça o extrato em OFX ou CSV e abra esse arquivo aqui.',
  not_statement: 'Este arquivo não é um extrato que a Ciranda saiba ler. Peça ao banco o extrato em OFX ou CSV.',
  cut_off: 'O arquivo veio cortado: falta o fim dele. Baixe o extrato de novo e abra outra vez.',
  empty: 'Não há nenhum movimento neste extrato. Peça ao banco o mês da contribuição.',
  unreadable: 'Não foi possível abrir este arquivo. Baixe o extrato de novo e abra outra vez.',
} as const
export type StatementFault = keyof typeof statementFaults

export type ReadStatement =
  | { readonly ok: true; readonly statement: Statement }
  | { readonly ok: false; readonly fault: StatementFault }
