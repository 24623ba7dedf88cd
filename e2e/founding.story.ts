import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { openBrowser, shows, sitDown, stands } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { countOf } from '#e2e/helpers/counts.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const CPF = '529.982.247-25'

/** Cida founds a roda of twelve on a phone, on an empty server: every tap and every field is counted. */
describe('founding a roda is one page', () => {
  let server: Server
  let browser: Browser
  let phone: Page
  let taps = 0

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'none' }), openBrowser()])
    phone = await sitDown(browser, server.url)
    await logsIn(phone, ADMINISTRATOR)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const writes = async (label: string, text: string) => {
    taps += 1
    await phone.getByLabel(label, { exact: true }).fill(text)
  }
  const taps1 = async (what: ReturnType<Page['getByRole']>) => {
    taps += 1
    await what.click()
  }

  test('an empty installation asks one question, in sixty words', async () => {
    await shows(phone.getByRole('heading', { level: 1, name: 'O que esta Ciranda vai ser?' }))
    expect((await countOf(phone)).words).toBeLessThanOrEqual(60)
    expect(await faultsInEachLook(phone)).toEqual([])
  })

  test('its settings are those of an installation: no plan, no demonstration, and they stand still', async () => {
    await phone.goto('/admin/settings')
    await shows(phone.getByRole('heading', { name: 'Administradores' }))
    await stands(phone)
    const said = await phone.locator('body').innerText()
    expect(said).not.toMatch(/Demonstração|demonstração|N1|Nível|Recomeçar/)
    await phone.goto('/admin/dashboard')
  })

  test('three questions and who answers; what the roda does is told before, and its loss has to be read', async () => {
    await taps1(phone.getByRole('link', { name: 'Uma roda de verdade' }))
    const promise = phone.getByRole('region', { name: 'O que esta roda faz' })
    await shows(promise.getByText(/^Se parar no mês 6, 5 de 12 pessoas/))
    expect((await promise.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /Você dá R\$ 100,00 por mês, por 11 meses, e recebe R\$ 1\.100,00 uma vez\.\s+No mês 11 todos estão em zero\./,
    )
    expect((await countOf(phone)).fields).toBeLessThanOrEqual(9)
    expect(await faultsInEachLook(phone)).toEqual([])
    await phone.getByLabel('Quantas pessoas').fill('1')
    await shows(phone.getByText('De 2 a 100 pessoas.'))
    expect(await phone.getByRole('button', { name: 'Criar a roda' }).isDisabled()).toBe(true)
    await phone.getByLabel('Quantas pessoas').fill('12')
  })

  test('what was typed wrong is said at its field, and nothing is made', async () => {
    const risk = phone.getByLabel('Li, também o que acontece se a roda parar no meio.')
    await writes('Nome da roda', 'Roda da Vila')
    await writes('Nome', 'Cida Ramos')
    await phone.getByLabel('CPF ou CNPJ').fill('111.111.111-11')
    await writes('Telefone ou e-mail', '(11) 98765-4321')
    await taps1(risk)
    await phone.getByRole('button', { name: 'Criar a roda' }).click()
    await shows(phone.getByText('Informe um CPF ou CNPJ válido.').first())
  })

  test('one press more, and the roda is on screen, takes people, and is handed on by WhatsApp', async () => {
    await writes('CPF ou CNPJ', CPF)
    await taps1(phone.getByRole('button', { name: 'Criar a roda' }))
    await shows(phone.getByRole('heading', { name: 'Roda da Vila está pronta' }))
    expect(taps).toBeLessThanOrEqual(12)
    const invitation = phone.getByRole('link', { name: 'Convidar pelo WhatsApp' })
    const address = decodeURIComponent((await invitation.getAttribute('href')) ?? '')
    expect(address).toMatch(/^https:\/\/wa\.me\/\?text=Vamos fazer uma roda\? É a Roda da Vila/)
    expect(await faultsInEachLook(phone)).toEqual([])
    const link = address.match(/http:\S+$/)![0]
    const neighbour = await sitDown(browser, server.url)
    await neighbour.goto(link)
    await shows(neighbour.getByText('Roda da Vila').first())
    await phone.goto('/admin/settings/circulos')
    await shows(phone.getByText('Recebe cadastros').first())
    await shows(phone.getByText('Na tela').first())
  })

  test('Cida has both hats: her own four places, a door to organizing, and the way back', async () => {
    await phone.goto('/')
    await shows(phone.getByRole('link', { name: 'Eu', exact: true }))
    await phone.goto('/roda')
    await shows(phone.getByText('Cida Ramos organiza e participa.').first())
    expect(await faultsInEachLook(phone)).toEqual([])
    await phone.goto('/profile')
    await phone.getByRole('link', { name: 'Organizar a roda' }).click()
    await shows(phone.getByRole('link', { name: 'Ajustes' }))
    await phone.goto('/admin/settings/identidade')
    await shows(phone.getByText('Nome e quem responde').first())
    // She takes part already: nothing asks her to.
    expect(await phone.getByRole('button', { name: 'Participar também' }).count()).toBe(0)
    await phone.goto('/admin/settings')
    await phone.getByRole('link', { name: 'A minha parte' }).filter({ visible: true }).click()
    await shows(phone.getByRole('link', { name: 'Eu', exact: true }))
  })
})
