import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsInEachLook } from '#e2e/helpers/axe.ts'
import { DESK, goes, openBrowser, shows, sitDown, until } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf, foundsRoda } from '#e2e/helpers/calls.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { fills, PASSWORD } from '#e2e/helpers/people.ts'
import { DEMONSTRATION } from '#web/text/warnings.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const TYPED_MAX = 12

/** Dona Lurdes is invited by name and phone, has no e-mail, and types at a phone. */
describe('the registration in a roda', () => {
  let server: Server
  let browser: Browser
  let call: Calls
  let page: Page
  let link: URL
  let admin: string

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
    call = callsOf(server)
    admin = await foundsRoda(call, 12, 'Cida Prado')
    const none = { lastName: '', email: '', cpf: '' }
    await call('POST /admin/join-links/people', admin, {
      body: { people: [{ ...none, firstName: 'Lurdes', lastName: 'Andrade', phone: '11 98765-4321' }], days: 7 },
    })
    const { data } = await call('GET /admin/join-links', admin)
    link = new URL(data[0]!.link!)
    page = await sitDown(browser, server.url)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const valueOf = (name: string) => page.locator(`[name=${name}]`).inputValue()

  test('an invitation says what the roda does, who is in it and when one would receive, before the first field', async () => {
    // Without a way to the server it is not as if the invitation were refused.
    await page.route('**/api/join-links/show', (route) => route.abort())
    await page.goto(link.pathname + link.hash)
    const again = page.getByRole('button', { name: 'Tentar novamente' })
    await shows(again)
    await page.unroute('**/api/join-links/show')
    await again.click()
    await shows(page.getByText('Você dá R$ 100,00 por mês, por 11 meses, e recebe R$ 1.100,00 uma vez.'))
    await shows(page.getByText('Você seria a primeira pessoa.'))
    await shows(page.getByText(/^Pela ordem de chegada, você receberia no mês 1\./))
    await shows(page.getByText('Quem responde por ela: Cida Prado.'))
    expect(await page.locator('input:visible').count()).toBe(0)
    await page.getByRole('button', { name: 'Fazer o meu cadastro' }).click()
  })

  test('one page, few things typed, a key that is recognised, and no e-mail', async () => {
    await shows(page.getByRole('heading', { name: 'Entrar em Roda da Vila' }))
    expect(await lowForFinger(page)).toEqual([])
    expect(await Promise.all(['firstName', 'lastName', 'phone'].map(valueOf))).toEqual([
      'Lurdes',
      'Andrade',
      '(11) 98765-4321',
    ])
    await page.getByRole('button', { name: 'Criar Conta' }).click()
    await shows(page.getByText('Informe o e-mail, ou diga que não tem.').first())
    expect(await faultsInEachLook(page, [DESK])).toEqual([])
    await page.getByLabel('Não tenho e-mail').check()
    await fills(page, { cpf: '52998224725', birthDate: '1955-03-02', pixKey: '52998224725', password: PASSWORD })
    await shows(page.getByText('Reconhecida: CPF/CNPJ.'))
    await page.getByLabel('Li e aceito os termos e condições').check()
    const asked = await page.locator('form [name]:visible').evaluateAll((fields) => fields.length)
    expect(asked).toBeLessThanOrEqual(TYPED_MAX)
    // The server takes down another key than she types.
    await page.route('**/api/auth/join', (route, request) =>
      route.continue({ postData: { ...(request.postDataJSON() as object), pixKey: '11144477735' } }),
    )
    await page.getByRole('button', { name: 'Criar Conta' }).click()
    await page.waitForURL('**/home')
    await page.goto(link.pathname + link.hash)
    await shows(page.getByText('Este convite já foi usado por quantas pessoas valia.'))
    expect(await page.getByText(DEMONSTRATION).count()).toBe(0)
  })

  test('her own phone tells her that she would be paid on another key than she typed, before anybody pays', async () => {
    const [lurdes] = (await call('GET /users', admin)).filter(({ firstName }) => firstName === 'Lurdes')
    // An address typed before the approval asks for nothing that is refused.
    await goes(page, '/profile/aparelhos')
    await shows(page.getByText('Aparecem aqui depois que o seu cadastro for aprovado.'))
    await call('PATCH /users/{id}/approve', admin, { params: { id: lurdes!.id } })
    // Her first visit begins the journal, and the next one holds the promise to it.
    await goes(page, '/home')
    await until(page, () => page.evaluate(hasJournal), 'No journal began')
    await goes(page, '/home')
    await shows(page.getByRole('alert').filter({ hasText: 'Outra chave para lhe pagarem' }))
    await page.getByRole('link', { name: 'Ver a minha chave' }).click()
    await shows(page.getByText('11144477735'))
  })

  test('without an e-mail she signs in by her phone, as she writes it', async () => {
    const other = await sitDown(browser, server.url)
    await goes(other, '/login')
    await other.getByRole('button', { name: 'Não tenho e-mail' }).click()
    await other.getByLabel('CPF ou celular').fill('11 8765-4321')
    await other.locator('[name=password]').fill(PASSWORD)
    // On a phone that never was here a page waits for the words of its circle: with others it would be drawn twice.
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await other.route('**/api/circle', async (route) => held.then(() => route.continue()))
    await other.getByRole('button', { name: 'Entrar', exact: true }).click()
    await other.waitForURL('**/home')
    await goes(other, '/donations')
    await shows(other.getByText('Carregando...'))
    expect(await other.getByText(/Níveis|A Fazer/).count()).toBe(0)
    answer()
    await shows(other.getByRole('tab', { name: 'Sua vez' }))
    await goes(other, '/privacy')
    await other.getByLabel('Quem for convidado pode ver o meu primeiro nome').click()
    await shows(other.getByRole('checkbox', { name: 'Quem for convidado pode ver o meu primeiro nome', checked: true }))
    await other.owner.close()
  })
})

/** Whether this device keeps a journal, which begins once it verified the ledger of a circle in which it signs. */
async function hasJournal(): Promise<boolean> {
  const opening = indexedDB.open('ciranda-aparelho')
  const store = await new Promise<IDBObjectStore | null>((resolve) => {
    opening.addEventListener('success', () => {
      const { result } = opening
      resolve(result.objectStoreNames.contains('chaves') ? result.transaction('chaves').objectStore('chaves') : null)
    })
  })
  const keys = await new Promise<IDBValidKey[]>((resolve) => {
    const asked = store?.getAllKeys()
    if (asked) asked.addEventListener('success', () => resolve(asked.result))
    else resolve([])
  })
  opening.result.close()
  return keys.some((key) => String(key).startsWith('diario '))
}

/** The fields and buttons that are lower than a finger needs, on a device that has no mouse. */
async function lowForFinger(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const low = await page
    .locator('input:not([type=checkbox]):visible, button:visible, summary:visible')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 120)),
    )
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  return low
}
