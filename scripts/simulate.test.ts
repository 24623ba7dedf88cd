import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { runSteps, simulateRuns } from '#circle/simulation/runs.ts'
import { simulate } from '#circle/simulation/simulate.ts'
import { planFormOf } from '#contracts/plans.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-simulate-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'simulate.ts'), ...args],
    { encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

const small = [
  '--plan',
  'rotativo',
  '--members',
  '9',
  '--months',
  '3',
  '--missed',
  '0.1',
  '--accepted',
  '0.5',
  '--seed',
  '7',
]
const settings = { plan: presets.rotativo, members: 9, months: 3, missed: 0.1, accepted: 0.5, seed: 7 }

describe('npm run simulate', () => {
  test('gives, as JSON, the very future that the rules’ simulator gives anywhere else', () => {
    const { status, stdout } = run(...small, '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ settings, futures: 1, ...simulate(settings) })
  })

  test('gives many futures as spreads, month by month', () => {
    const answer = JSON.parse(run(...small, '--json', '--futures', '20').stdout)
    expect(answer.months).toEqual(runSteps(simulateRuns(settings, 20, [1, 2, 3])))
    expect(answer.futures).toBe(20)
  })

  test('prints a table in Portuguese, one line a month', () => {
    const { status, stdout } = run('--plan', 'termos', '--months', '2')
    expect(status).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('Plano termos, não equilibrado: 100 participantes, 2 meses')
    expect(lines[4]).toMatch(/^Mês +Doado +Conta adm\. +N1 +N2 +N3 +À frente +Atrás +Em zero +Mediana +Pior +Melhor$/)
    const end = simulate({ plan: presets.termos, members: 100, months: 2, missed: 0, accepted: 1, seed: 1 })
      .monthEnds[1]!
    const cells = lines[6]!.trim().split(/ +/)
    expect(cells.slice(3, 9).map(Number)).toEqual([...end.completed, end.ahead, end.behind, end.atZero])
    expect(cells[1]).toBe((end.givenCents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 }))
    expect(run('--plan', 'rotativo', '--members', '4', '--months', '1', '--futures', '3').stdout).toContain(
      'Cada número é a mediana de 3 futuros.',
    )
  })

  test('takes a plan from a file, as the laboratory writes it', () => {
    const file = path.join(folder, 'plano.json')
    writeFileSync(file, JSON.stringify({ ...planFormOf(presets.tela), name: 'meu' }))
    const answer = JSON.parse(run('--plan', file, '--members', '5', '--months', '2', '--json').stdout)
    expect(answer.settings.plan).toEqual({ ...presets.tela, name: 'meu' })
    writeFileSync(file, '{"name": "meu"}')
    expect(run('--plan', file)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('não descreve um plano: deadline_days'),
    })
    writeFileSync(file, '{')
    expect(run('--plan', file).stderr).toContain('não é JSON.')
    expect(run('--plan', path.join(folder, 'nenhum.json')).stderr).toContain('não pode ser lido.')
  })

  test.each([
    [
      ['--plan', 'piramide'],
      'Não há plano “piramide”. Os planos são: termos, tela, rotativo, roda; ou um arquivo .json.',
    ],
    [['--members', '1'], 'O número de participantes deve ser um número inteiro, de 2 a 100.'],
    [['--missed', '5%'], '--missed deve ser um número (com ponto, como 0.05), e não “5%”.'],
    [['--accepted', '2'], 'A parte de avanços aceitos deve ir de 0 a 1.'],
    [['--futures', '0'], 'O número de futuros deve ser um número inteiro, de 1 a 10000.'],
    [['--pessoas', '3'], 'Não há a opção “--pessoas”.'],
    [['--seed'], 'A opção --seed foi usada sem valor, ou com um valor que não aceita.'],
  ])('says what is wrong with %j', (args, sentence) => {
    const { status, stdout, stderr } = run(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.split('\n').slice(0, 2)).toEqual([sentence, 'Veja as opções com: npm run simulate -- --help'])
  })
})
