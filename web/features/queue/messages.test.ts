import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import {
  addFailure,
  bulkAddFailure,
  bulkAddGeneralFailure,
  bulkRemoveFailure,
  bulkRemoveGeneralFailure,
  ENTRIES_INVALID,
  ENTRY_INVALID,
  moveToEndFailure,
  removeFailure,
  swapFailure,
} from './messages.ts'

const taken = new ApiError(409, 'HTTP 409: x.', { message: 'Erro: A posição #005 já está ocupada por Rosa Andrade' })
const mute = (status: number) => new ApiError(status, `HTTP ${status}.`)

test('the server’s sentence is said; without one, the words of the specification', () => {
  expect(addFailure(taken)).toBe('Erro: A posição #005 já está ocupada por Rosa Andrade')
  expect(addFailure(mute(500))).toBe('Erro ao adicionar à fila')
  expect(addFailure(mute(400))).toBe('Dados inválidos. Talvez a posição já exista na fila.')
  expect(removeFailure(mute(500))).toBe('Erro ao remover da fila')
  expect(moveToEndFailure(new Error(ENTRY_INVALID))).toBe(
    'Erro ao mover usuário para o fim: Entrada não encontrada ou inválida',
  )
  expect(swapFailure(new Error(ENTRIES_INVALID))).toBe('Erro ao trocar posições: Entradas não encontradas ou inválidas')
  expect(swapFailure(mute(500))).toBe('Erro ao trocar posições: Erro desconhecido')
})

test('a bulk addition says what was added before its failure', () => {
  expect(bulkAddFailure(0, taken)).toBe(
    'Erro ao adicionar usuário à fila: Erro: A posição #005 já está ocupada por Rosa Andrade',
  )
  expect(bulkAddFailure(3, taken)).toBe(
    'Operação interrompida. 3 usuário(s) adicionado(s) com sucesso. Erro ao adicionar o próximo usuário: Erro: A posição #005 já está ocupada por Rosa Andrade',
  )
  expect(bulkAddGeneralFailure(mute(503))).toBe('Erro ao processar adição à fila: Erro desconhecido')
})

test('a bulk removal lists position, name and reason of each failure', () => {
  const failures = [
    {
      position: 2,
      name: 'Rosa Andrade',
      error: new ApiError(404, 'x', { message: 'Este lugar da fila não existe mais.' }),
    },
    { position: 11, name: 'Tiago Andrade', error: mute(500) },
  ]
  expect(bulkRemoveFailure(4, failures)).toBe(
    'Operação parcialmente concluída. 4 posição(ões) removida(s) com sucesso. Erros: #002 (Rosa Andrade): Este lugar da fila não existe mais.; #011 (Tiago Andrade): Erro desconhecido',
  )
  expect(bulkRemoveFailure(0, failures.slice(1))).toBe(
    'Erro ao remover posições: #011 (Tiago Andrade): Erro desconhecido',
  )
  expect(bulkRemoveGeneralFailure(new Error('sem rede'))).toBe('Erro ao processar remoção em massa: sem rede')
})
