import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, STORY_BEGINS, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { partsOf, rewritten, tampers } from '#e2e/helpers/ledger.ts'
import { logsIn, PASSWORD, receipt, resumes } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { readOutbox } from '#server/testing/outbox.ts'

const HOUR_MS = 3_600_000
/** So long before the story that somebody whom one person added counts as a second person. */
const DAYS_BEFORE = '2026-11-06T12:00:00.000Z'
const BIA = { email: 'bia@exemplo.org', password: 'outra-senha-bem-boa' }
const LIA = { email: 'lia@exemplo.org', password: 'mais-uma-senha-boa' }
const MESSAGE = 'Vimos o extrato.'

type Case = { readonly reportId: string; readonly donor: Joined; readonly receiver: Joined }

describe('what two people decide, in a real circle', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let circleId: string
  let ana: Page
  let bia: Page
  /** The phone of the first case's donor. */
  let told: Page
  /** Two donations with a receipt, each reported by its receiver. */
  let cases: [Case, Case]
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-approvals-'))

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([
      startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off', CLOCK: DAYS_BEFORE }),
      openBrowser(),
    ])
    call = callsOf(server)
    // The ledger names those who administer when the real circle is made; they need no approval in it.
    await invites('Bia', BIA, 'ADMIN', '52998224725')
    await invites('Lia', LIA, 'AUDITOR', '11144477735')
    await server.moveClockTo(STORY_BEGINS)
    const admin = await administratorToken(call)
    const made = await call('POST /admin/circles', admin, {
      body: {
        name: 'Roda de verdade',
        mode: 'real',
        outcome_seen: true,
        plan: planFormOf(presets.rotativo),
        operator: {
          name: 'Associação da Roda',
          document: '12.345.678/0001-95',
          contact: 'contato@roda.example',
          dataProtectionContact: 'dados@roda.example',
        },
      },
    })
    circleId = made.id
    await call('POST /admin/circles/{id}/select', admin, { params: { id: circleId } })
    await call('POST /admin/circles/{id}/open', admin, { params: { id: circleId } })
    const people: Joined[] = []
    for (const [index, firstName] of ['Rosa', 'Tiago', 'Vicente', 'Zilda'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    await placed(call, admin, people.slice(0, 3), 'Ordem combinada entre todos.')
    await call('PATCH /users/{id}/approve', admin, { params: { id: people[3]!.id } })
    await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const found: Case[] = []
    for (const donor of people.slice(0, 3))
      for (const { id, waiting } of await call('GET /donations/to-send', donor.token)) {
        if (waiting) continue
        const receiver = await receiverOf(id, people)
        await call('POST /donations/{id}/comprovante', donor.token, {
          params: { id },
          body: { comprovanteBase64: (await receipt(id)).buffer.toString('base64') },
        })
        const report = await call('POST /donations/{id}/report', receiver.token, {
          params: { id },
          body: { reason: 'Não recebi.' },
        })
        found.push({ reportId: report.id, donor, receiver })
      }
    cases = found as [Case, Case]
    expect(found.length).toBeGreaterThan(1)
    ana = await signsIn(ADMINISTRATOR, true)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const invites = async (
    firstName: string,
    { email, password }: typeof BIA,
    role: 'ADMIN' | 'AUDITOR',
    cpf: string,
  ): Promise<void> => {
    await call('POST /admin/administrators', await administratorToken(call), {
      body: { firstName, lastName: 'Nogueira', email, role },
    })
    // The letters go out when the clock is set.
    await server.moveClockTo(DAYS_BEFORE)
    const letter = () => {
      const text = readOutbox(dataDir).find((one) => one.includes(`Para: ${email}`) && one.includes('convite#'))
      if (text === undefined) throw new Error(`No invitation for ${email} yet`)
      return text
    }
    const found = await vi.waitFor(letter, { timeout: 60_000, interval: 200 })
    const secret = found.match(/convite#([\w-]{43})/)![1]!
    await call('POST /invitations/accept', null, { body: { secret, cpf, password } })
  }
  const receiverOf = async (donationId: string, people: readonly Joined[]): Promise<Joined> => {
    for (const one of people)
      if ((await call('GET /donations/to-receive', one.token)).some(({ id }) => id === donationId)) return one
    throw new Error(`Nobody receives ${donationId}`)
  }
  /** Somebody who administers or audits, at a desk, with the real circle on screen. */
  const signsIn = async (who: { email: string; password: string }, decides = false): Promise<Page> => {
    const page = await sitDown(browser, server.url, { viewport: DESK })
    await comesIn(page, who, decides)
    return page
  }
  const comesIn = async (page: Page, who: { email: string; password: string }, decides: boolean): Promise<void> => {
    // The circle that was on screen at the last sign-in is there again.
    const { access_token } = await call('POST /auth/login', null, { body: who })
    await call('POST /admin/circles/{id}/select', access_token, { params: { id: circleId } })
    await resumes(page, who, '/admin/dashboard')
    await shows(page.getByRole('heading', { name: 'Dashboard' }))
    if (decides) await signsHere(page)
  }
  const signsHere = async (page: Page): Promise<void> => {
    await goes(page, '/admin/account')
    const devices = page.getByRole('region', { name: 'Meus aparelhos' })
    const badge = devices.getByText('este aparelho', { exact: true })
    const sign = devices.getByRole('button', { name: 'Assinar neste aparelho' })
    await shows(badge.or(sign))
    if (await sign.isVisible()) await sign.click()
    await shows(badge)
  }
  /** A member who reads their notices. */
  const member = async ({ email }: Joined): Promise<Page> => {
    const page = await sitDown(browser, server.url, { viewport: PHONE })
    await resumes(page, { email, password: PASSWORD }, '/notices')
    return page
  }
  const later = (hours: number) => new Date(Date.parse(STORY_BEGINS) + hours * HOUR_MS).toISOString()
  const resolves = async (page: Page, { reportId }: Case, outcome: string): Promise<Locator> => {
    await goes(page, `/admin/reports?report=${reportId}&acao=resolver`)
    const form = page.getByRole('dialog', { name: 'Resolver Report' })
    await form.getByLabel('O que acontece com a doação').selectOption(outcome)
    await shows(form.getByText(/^Isto é primeiro proposto/))
    await form.getByLabel('Mensagem para o usuário').fill(MESSAGE)
    await form.getByLabel('Notas administrativas').fill('nota interna')
    await form.getByRole('button', { name: 'Confirmar resolução' }).click()
    return page.getByRole('dialog')
  }

  test('one resolves a report and reads in the dialog itself that it waits; the other finds it, reads it, approves it', async () => {
    const [{ reportId, donor, receiver }] = cases
    const dialog = await resolves(ana, cases[0], 'confirm')
    const proposed = dialog.getByRole('status').filter({ hasText: 'Proposto, ainda não feito' })
    await shows(proposed.getByText(/^Espera que um fiscal, ou outra pessoa da administração, aprove, até /))
    expect(await dialog.getByText(/Decisão registrada/).count()).toBe(0)
    expect(await dialog.getByText('Pendente', { exact: true }).count()).toBe(1)
    expect(await dialog.getByRole('button', { name: 'Resolver Report' }).count()).toBe(0)
    expect(await faultsOf(ana)).toEqual([])
    await proposed.getByRole('link', { name: 'Ver em Aprovações' }).click()
    const own = ana.getByRole('article', { name: 'Decisão de um caso' })
    await shows(own.getByRole('button', { name: 'Retirar a proposta' }))
    expect(await own.getByRole('button', { name: 'Aprovar' }).count()).toBe(0)
    expect(await ana.getByRole('link', { name: 'Assinar as minhas decisões' }).count()).toBe(0)
    // A proposal waits for somebody else than its proposer.
    await goes(ana, '/admin/dashboard')
    await shows(ana.getByRole('heading', { name: /reports em aberto/ }))
    expect(await ana.getByRole('heading', { name: /propostas? a decidir/ }).count()).toBe(0)

    bia = await signsIn(BIA)
    await shows(bia.getByRole('link', { name: /^Avisos, / }).locator('visible=true'))
    await goes(bia, '/admin/dashboard')
    await shows(bia.getByRole('heading', { name: '1 proposta a decidir' }))
    await bia.getByRole('link', { name: 'Decisão de um caso, por Administração da Ciranda' }).click()
    const card = bia.getByRole('article', { name: 'Decisão de um caso' })
    await shows(card.getByText(MESSAGE))
    const text = await card.innerText()
    expect(text).toMatch(/R\$\s100,00/)
    expect(text).toContain(`de ${donor.name} para ${receiver.name}`)
    expect(text).not.toContain('nota interna')
    // She never chose to sign, and is told why she should where she decides.
    const chooses = bia.getByRole('link', { name: 'Assinar as minhas decisões' })
    await shows(chooses)
    expect(await chooses.getAttribute('href')).toBe('/admin/account#aparelhos')
    expect(await faultsOf(bia)).toEqual([])
    // Her device does not sign yet: the plain call is made, and what she would sign is read once the server demands it.
    const plain: (string | undefined)[] = []
    await bia.route('**/approve', (route) => {
      plain.push(route.request().headers()['ciranda-signature'])
      return route.fulfill({
        status: 400,
        json: { code: 'signature.needed', error: 'Bad Request', message: 'Assine.' },
      })
    })
    await card.getByRole('button', { name: 'Aprovar' }).click()
    await shows(bia.getByRole('dialog', { name: 'O que você assina' }))
    expect(plain).toEqual([undefined])
    await bia.unroute('**/approve')
    await bia.getByRole('dialog').getByRole('button', { name: 'Assinar e aprovar' }).dblclick()
    await shows(bia.getByText('Nada espera por aprovação'))
    await shows(card.getByText(/^Decidida por Bia Nogueira em /))
    await goes(bia, `/admin/reports?report=${reportId}`)
    await shows(bia.getByRole('dialog').getByText('Resolvido').first())
    // Its receiver is told the same (`server/reports/cases.test.ts`).
    told = await member(donor)
    await shows(told.getByText(/^Foi decidido o caso de uma doação sua: /).first())
  })

  test('both signed it on their own devices: told without a signature of one, it is red for a member', async () => {
    const { entries } = partsOf(await (await exported()).text())
    const steps = entries.filter(({ kind }) => kind.startsWith('approval.') && kind !== 'approval.executed')
    expect(steps.map(({ kind, payload }) => [kind, 'signature' in payload])).toEqual([
      ['approval.proposed', true],
      ['approval.approved', true],
    ])
    const page = told
    await tampers(page, (ledger) =>
      rewritten(ledger, steps[1]!.seq, ({ payload: { signature: _, ...payload }, ...entry }) => ({
        ...entry,
        payload,
      })),
    )
    await goes(page, '/ledger')
    await page.getByRole('button', { name: 'Verificar', exact: true }).click()
    await shows(page.getByText(`O lançamento ${steps[1]!.seq} foi feito em nome de quem tem aparelho`).first())
    await page.owner.close()
  })

  const exported = async () =>
    fetch(`${server.url}/api/ledger/export`, { headers: { authorization: `Bearer ${await realToken()}` } })

  test('an auditor reads every screen of the console, and finds nothing to press that changes anything', async () => {
    const lia = await signsIn(LIA)
    const acting =
      /^(Gerar PULL Mensal|Editar|Verificar|Para o Fim|Retirar em Massa|Trocar Posições|Adicionar (por ordem de chegada|à Fila)|Remover|Resolver Report|Pedir algo a um dos lados|Criar círculo|Receber cadastros aqui: .*|Salvar|Enviar uma mensagem de teste|Retirar .*|Convidar|Criar um círculo com este plano|Usar neste círculo|Aprovar|Recusar|Confirmar recebimento|Confirmar resolução|Salvar Alterações)$/
    const zilda = (await call('GET /users', await realToken())).find(({ firstName }) => firstName === 'Zilda')!
    const screens: [address: string, seen: string | RegExp, somethingToPress: boolean][] = [
      ['/admin/dashboard', 'O que espera por você', true],
      ['/admin/users', /Rosa Andrade/, true],
      [`/admin/users?usuario=${zilda.id}&acao=perfil`, 'Zilda Andrade', true],
      [`/admin/users?usuario=${zilda.id}&acao=editar`, /Zilda Andrade/, true],
      ['/admin/queue', 'Vagas de Participantes', true],
      ['/admin/donations', /Rosa Andrade/, false],
      ['/admin/reports', 'Reports de Doações', false],
      [`/admin/reports?report=${cases[1].reportId}`, 'Detalhes do Report', true],
      [`/admin/reports?report=${cases[1].reportId}&acao=resolver`, 'Reports de Doações', false],
      ['/admin/approvals', 'Já decididas', false],
      ['/admin/settings', 'Administradores', true],
      ['/admin/settings?aba=laboratorio', 'A cópia', true],
    ]
    const pressed = async (page: Page, address: string, seen: string | RegExp) => {
      await goes(page, address)
      await shows(page.getByText(seen).locator('visible=true'))
      return page.getByRole('button', { name: acting, disabled: false })
    }
    for (const [address, seen, isThere] of screens) {
      if (isThere) await shows(await pressed(bia, address, seen))
      expect(await (await pressed(lia, address, seen)).allInnerTexts(), address).toEqual([])
      expect(
        await lia
          .getByRole('alert')
          .filter({ hasText: /^Erro|não pode/ })
          .count(),
        address,
      ).toBe(0)
    }
    await shows(lia.getByText('Você acompanha, sem alterar'))
    // And the server would refuse, whatever a screen offers.
    const token = (await call('POST /auth/login', null, { body: LIA })).access_token
    await expect(call('PATCH /users/{id}/approve', token, { params: { id: zilda.id } })).rejects.toThrow('403')
    await lia.owner.close()
    await bia.owner.close()
  })

  const realToken = async () => {
    const token = await administratorToken(call)
    await call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
    return token
  }

  test('one administrator alone waits 72 hours; a member whom it touches objects, and it stops until they no longer do', async () => {
    await goes(ana, '/admin/settings')
    await ana.getByRole('button', { name: 'Retirar Bia Nogueira' }).click()
    await shows(ana.getByText('Bia Nogueira', { exact: true }), false)
    const dialog = await resolves(ana, cases[1], 'cancel')
    await shows(dialog.getByText(/^Se ninguém discordar, acontece em 13\/11/))

    const page = await member(cases[1].receiver)
    await shows(page.getByText(/^Uma mudança que toca você foi proposta: decisão de um caso/).first())
    await goes(page, '/home')
    const mine = page.getByRole('region', { name: 'Decisão de um caso' })
    await shows(mine.getByText(MESSAGE))
    expect(await mine.innerText()).not.toContain('nota interna')
    expect(await faultsOf(page)).toEqual([])
    await mine.getByRole('button', { name: 'Discordar' }).click()
    await shows(mine.getByText('Você discorda, e quem administra já sabe.'))
    await goes(ana, '/admin/approvals')
    await shows(ana.getByText(`${cases[1].receiver.name} discorda desde`, { exact: false }))

    await server.moveClockTo(later(73))
    await ana.clock.setSystemTime(later(73))
    await comesIn(ana, ADMINISTRATOR, true)
    await goes(ana, '/admin/approvals')
    await shows(ana.getByText('Não acontece enquanto alguém discordar.'))
    await goes(ana, `/admin/reports?report=${cases[1].reportId}`)
    await shows(ana.getByRole('dialog').getByText('Pendente', { exact: true }))

    await page.clock.setSystemTime(later(73))
    await logsIn(page, { email: cases[1].receiver.email, password: PASSWORD })
    const still = page.getByRole('region', { name: 'Decisão de um caso' })
    await still.getByRole('button', { name: 'Deixar de discordar' }).click()
    await shows(still.getByRole('button', { name: 'Discordar', exact: true }))
    await server.moveClockTo(later(74))
    await goes(page, '/notices')
    await shows(page.getByText(/^Foi decidido o caso de uma doação sua: /).first())
    await goes(page, '/home')
    await shows(page.getByRole('heading', { level: 1 }))
    await shows(still, false)
    await page.owner.close()
    await goes(ana, `/admin/reports?report=${cases[1].reportId}`)
    await shows(ana.getByRole('dialog').getByText('Resolvido').first())
    await goes(ana, '/admin/approvals')
    await shows(ana.getByText('Nada espera por aprovação'))
  })
})
