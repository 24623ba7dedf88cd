import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, beginsRoda, callsOf } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

/** A roda of three: Rosa received R$ 200, gave R$ 100, and is gone; Vicente lacks R$ 100. */
describe('a roda whose first receiver does not come back', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let people: Joined[]
  const [AT_LAST, OVER] = ['2026-12-20T12:00:00.000Z', '2027-01-04T12:00:00.000Z']

  const tokenOf = async (id: string | null) => {
    const { email } = people.find((one) => one.id === id)!
    return (await call('POST /auth/login', null, { body: { email, password: PASSWORD } })).access_token
  }
  const month = async (donors: readonly Joined[]) => {
    for (const donor of donors) {
      const token = await tokenOf(donor.id)
      for (const { id, receiverId } of await call('GET /donations/to-send', token)) {
        const comprovanteBase64 = (await receipt(id)).buffer.toString('base64')
        await call('POST /donations/{id}/comprovante', token, { params: { id }, body: { comprovanteBase64 } })
        await call('PATCH /donations/{id}/confirm', await tokenOf(receiverId), { params: { id } })
      }
    }
  }
  const devices = new Map<string, Page>()
  /** Somebody signs in on their device, where it was put away. */
  const sits = async (who: { email: string; password: string }, now = AT_LAST): Promise<Page> => {
    const page = devices.get(who.email) ?? (await sitDown(browser, server.url, { now }))
    devices.set(who.email, page)
    await page.clock.setSystemTime(now)
    await logsIn(page, who)
    return page
  }
  const rests = (page: Page) => page.goto('/roda.svg')

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    people = await beginsRoda(call, ['Rosa', 'Tiago', 'Vicente'])
    await month(people)
    const { id } = people[0]!
    const body = { reason: 'Sumiu com o dinheiro.' }
    await call('POST /users/{id}/suspend', await administratorToken(call), { params: { id }, body })
    await server.moveClockTo('2026-11-14T12:00:00.000Z')
    await server.moveClockTo('2026-12-10T12:00:00.000Z')
    await call('POST /donations/admin/generate-monthly-pull', await administratorToken(call), { body: {} })
    await month(people.slice(1))
    await server.moveClockTo(AT_LAST)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('who organises proposes its end, and whoever lacks money reads how much, and may stop it', async () => {
    const desk = await sits(ADMINISTRATOR)
    await goes(desk, '/admin/settings/encerrar')
    await shows(desk.getByText(/^Faltam R\$\s100,00 a 1 pessoa, e não há mais o que pedir\.$/))
    expect(await faultsInEachLook(desk, [DESK])).toEqual([])
    await desk.getByLabel('Nome da roda').fill('Roda da Vila')
    await desk.getByRole('button', { name: 'Propor o encerramento' }).click()
    await shows(desk.getByText(/^Se ninguém discordar, a roda encerra em 03\/01, 09:00\. /))
    await desk.getByRole('link', { name: 'Ver a proposta' }).click()
    await shows(desk.getByText(/^Se ninguém a quem falta dinheiro discordar, acontece em 03\/01/))
    expect(await faultsInEachLook(desk, [DESK])).toEqual([])
    await rests(desk)

    const vicente = await sits({ email: people[2]!.email, password: PASSWORD })
    await goes(vicente, '/home')
    const asked = vicente.getByRole('region', { name: 'Encerramento com contas em aberto' })
    await shows(asked.getByText(/Vicente Andrade: R\$\s100,00/))
    await shows(asked.getByText(/^Faltam a você R\$\s100,00\.$/))
    expect(await faultsInEachLook(vicente)).toEqual([])
    await asked.getByRole('button', { name: 'Discordar' }).click()
    await asked.getByRole('button', { name: 'Deixar de discordar' }).click()
    await shows(asked.getByRole('button', { name: 'Discordar', exact: true }))
    await rests(vicente)
  })

  test('then it ends, says to whom money is missing, and whoever owes it may still pay', async () => {
    await server.moveClockTo(OVER)
    const rosa = await sits({ email: people[0]!.email, password: PASSWORD }, OVER)
    await goes(rosa, '/home')
    await shows(rosa.getByText(/Você ainda deve R\$\s100,00:/))
    await shows(rosa.getByText('1 pessoa recebeu menos do que deu, e nada mais é pedido.'))
    await shows(rosa.getByText('As contribuições deste mês ainda não foram pedidas'), false)
    expect(await faultsInEachLook(rosa)).toEqual([])
    // Nothing is offered that would be refused her.
    await goes(rosa, '/profile')
    await shows(rosa.getByRole('link', { name: 'Chave PIX' }))
    await shows(rosa.getByRole('link', { name: /^(Senha e acesso|E-mail e telefone)/ }), false)
    await goes(rosa, '/profile/chave')
    await shows(rosa.getByRole('region', { name: /^Informações PIX/ }))
    await shows(rosa.getByRole('button', { name: 'Trocar chave PIX' }), false)
    await goes(rosa, '/home')
    await rosa.getByRole('link', { name: 'ver como pagar' }).click()
    await rosa.getByLabel('Escolher comprovante').setInputFiles(await receipt('devolvido'))
    await rosa.getByRole('button', { name: /^Já paguei a Vicente/ }).click()
    await shows(rosa.getByText('Você pagou', { exact: true }))
    await shows(rosa.getByText('Adiantar um mês'), false)
    await rests(rosa)
    const vicente = await sits({ email: people[2]!.email, password: PASSWORD }, OVER)
    await goes(vicente, '/home')
    await shows(vicente.getByRole('heading', { name: /^Confira R\$\s100,00 de Rosa Andrade$/ }))
    await goes(vicente, '/calendar')
    await shows(vicente.getByText('Ninguém tem lugar ainda'), false)
    await shows(vicente.getByText(/^A roda foi encerrada/))
    await rests(vicente)
    const desk = await sits(ADMINISTRATOR, OVER)
    await goes(desk, '/admin/queue')
    await shows(desk.getByText('Mudar a ordem'), false)
    await desk.getByRole('button', { name: 'Ver', exact: true }).first().click()
    await shows(desk.getByRole('dialog', { name: 'Sobre este lugar' }))
    await shows(desk.getByRole('button', { name: 'Remover' }), false)
    await rests(desk)
  })
})
