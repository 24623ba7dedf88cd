import { expect, test } from 'vitest'
import type { Tasks } from './api.ts'
import { taskGroups } from './task-groups.ts'

const SINCE = '2026-11-10T15:00:00.000Z'
const late = { receipt_sent_at: SINCE, answer_due: null, rejections: 0 }
const nothing: Tasks = {
  at: SINCE,
  approvals: { count: 0, items: [] },
  proposals: { count: 0, items: [] },
  substitutes: { count: 0, items: [] },
  consents: { count: 0, items: [] },
  late_confirmations: { count: 0, items: [] },
  open_reports: { count: 0, items: [] },
  free_places: { count: 0, first_position: null, members: { count: 0, items: [] } },
  obligations_without_receiver: { count: 0, amount: 0, items: [] },
  month: { period: '2026-11', asked_at: null, would_ask: 0, off_plan: null },
}

test('groups without a task are left out, and a full circle with nothing to do has an empty list', () => {
  expect(taskGroups(nothing)).toEqual([])
  expect(
    taskGroups({ ...nothing, free_places: { ...nothing.free_places, count: 1, first_position: 100 } }),
  ).toMatchObject([{ title: 'vaga livre na fila', note: 'Ninguém espera por um lugar' }])
})

test('money in doubt stands first, places last; each item leads to where it is dealt with', () => {
  const groups = taskGroups({
    at: SINCE,
    month: nothing.month,
    approvals: { count: 7, items: [{ id: 'u', name: 'Ana Lima', since: SINCE }] },
    proposals: {
      count: 2,
      items: [{ id: 'p', kind: 'resolve_report', proposed_by: 'Bia Nogueira', since: SINCE, due_at: null }],
    },
    substitutes: {
      count: 1,
      items: [{ id: 's', name: 'Ana Lima', newcomer_name: 'Gil Reis', until: SINCE }],
    },
    consents: { count: 3, items: [{ id: 'u', name: 'Ana Lima', since: SINCE }] },
    late_confirmations: {
      count: 1,
      items: [
        { id: 'd', donor: 'Ana Lima', receiver: 'Bento Luz', amount: 100, type: 'PULL', deadline: SINCE, ...late },
      ],
    },
    open_reports: {
      count: 2,
      items: [
        {
          id: 'r',
          donation_id: 'd',
          donor: 'Ana Lima',
          receiver: 'Bento Luz',
          reporter: 'Ana Lima',
          status: 'INVESTIGATING',
          since: SINCE,
        },
      ],
    },
    free_places: {
      count: 12,
      first_position: 7,
      members: { count: 2, items: [{ id: 'u', name: 'Ana Lima', since: SINCE }] },
    },
    obligations_without_receiver: {
      count: 1,
      amount: 1600,
      items: [{ id: 'o', member: 'Ana Lima', type: 'UPGRADE_N3', amount: 1600, level: 3, since: SINCE }],
    },
  })
  expect(groups.map(({ count, title, others }) => `${count} ${title}, e mais ${others}`)).toEqual([
    '2 reports em aberto, e mais 1',
    '1 confirmação atrasada, e mais 0',
    '2 propostas a decidir, e mais 1',
    '1 lugar a passar, e mais 0',
    '7 cadastros a aprovar, e mais 6',
    '3 pessoas sem aceite dos termos, e mais 2',
    '1 doação sem receptor, e mais 0',
    '12 vagas livres na fila, e mais 1',
  ])
  expect(groups.map(({ items }) => items[0]!.target)).toEqual([
    { to: '/admin/reports', search: { report: 'r' } },
    { to: '/admin/donations', search: { doacao: 'd' } },
    { to: '/admin/approvals', search: {} },
    { to: '/admin/approvals', search: {} },
    { to: '/admin/users', search: { filtro: 'nao-verificados', usuario: 'u', acao: 'perfil' } },
    { to: '/admin/users', search: { filtro: 'sem-aceite', usuario: 'u', acao: 'perfil' } },
    { to: '/admin/queue', search: { fila: 3 } },
    { to: '/admin/queue', search: {} },
  ])
  expect(groups[0]!.items[0]).toMatchObject({
    text: 'De Ana Lima para Bento Luz',
    detail: 'Report de Ana Lima, investigando desde 10/11, 12:00',
  })
  expect(groups[6]!.items[0]!.text).toMatch(/^R\$\s1\.600,00 de Ana Lima \(Upgrade N3\)$/)
  expect(groups[7]!.note).toBe('2 pessoas aprovadas esperam por um lugar; a primeira vaga é a #007')
})

test('the late with a payment stand before the free places, those who have not paid yet last, and each leads to its list', () => {
  const groupsWith = (tardy: number, unpaid: number) =>
    taskGroups(
      { ...nothing, free_places: { ...nothing.free_places, count: 1, first_position: 100 } },
      { late: tardy, unpaid },
    )
  expect(groupsWith(2, 3)).toMatchObject([
    { count: 2, title: 'pessoas com pagamento atrasado', target: { search: { filtro: 'atrasados' } } },
    { key: 'places' },
    { count: 3, title: 'pessoas ainda não pagaram', target: { search: { filtro: 'nao-pagaram' } } },
  ])
  expect(groupsWith(1, 0)[0]).toMatchObject({ count: 1, title: 'pessoa com pagamento atrasado' })
  expect(groupsWith(0, 1)).toMatchObject([{ key: 'places' }, { count: 1, title: 'pessoa ainda não pagou' }])
})
