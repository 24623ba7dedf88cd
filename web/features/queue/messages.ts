import { ApiError, failureText } from '#web/api/client.ts'
import { positionText } from './queue-list.ts'
import { say } from '#web/text/say.ts'

// The queue's failures in the words of the specification, section 8.

export const NOBODY_WAITS = 'Não há usuários aprovados aguardando para entrar na fila.'
export const NO_VACANCY = 'Não há vagas disponíveis na fila.'
export const NOBODY_AVAILABLE = 'Não há usuários disponíveis para adicionar à fila.'
export const ENTRY_INVALID = 'Entrada não encontrada ou inválida'
export const ENTRIES_INVALID = 'Entradas não encontradas ou inválidas'

const UNKNOWN = 'Erro desconhecido'

export function addFailure(error: unknown): string {
  const isInvalid = error instanceof ApiError && error.status === 400
  return failureText(
    error,
    say(isInvalid ? 'Dados inválidos. Talvez a posição já exista na fila.' : 'Erro ao adicionar à fila'),
  )
}

export function removeFailure(error: unknown): string {
  return failureText(error, say('Erro ao remover da fila'))
}

export function moveToEndFailure(error: unknown): string {
  return say`Erro ao mover usuário para o fim: ${reasonOf(error)}`
}

export function swapFailure(error: unknown): string {
  return say`Erro ao trocar posições: ${reasonOf(error)}`
}

/** A bulk addition ends at its first failure: what was added before it is said first. */
export function bulkAddFailure(added: number, error: unknown): string {
  if (added === 0) return say`Erro ao adicionar usuário à fila: ${reasonOf(error)}`
  return say`Operação interrompida. ${added} usuário(s) adicionado(s) com sucesso. Erro ao adicionar o próximo usuário: ${reasonOf(error)}`
}

export function bulkAddGeneralFailure(error: unknown): string {
  return say`Erro ao processar adição à fila: ${reasonOf(error)}`
}

type Removal = { readonly position: number; readonly name: string; readonly error: unknown }

/** A bulk removal goes on after a failure: each is listed with its position, its member and why. */
export function bulkRemoveFailure(removed: number, failures: readonly Removal[]): string {
  const reasons = failures
    .map(({ position, name, error }) => `${positionText(position)} (${name}): ${reasonOf(error)}`)
    .join('; ')
  if (removed === 0) return say`Erro ao remover posições: ${reasons}`
  return say`Operação parcialmente concluída. ${removed} posição(ões) removida(s) com sucesso. Erros: ${reasons}`
}

export function bulkRemoveGeneralFailure(error: unknown): string {
  return `Erro ao processar remoção em massa: ${reasonOf(error)}`
}

/** The server's sentence; a reason found on this side comes as an Error of its own words. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return failureText(error, UNKNOWN)
  return (error instanceof Error && error.message) || UNKNOWN
}
