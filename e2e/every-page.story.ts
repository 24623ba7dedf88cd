import type { AnyRoute } from '@tanstack/react-router'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { faultsInEachLook, faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, TABLET, goes, openBrowser, sitDown, stands } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import { fills } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

vi.stubGlobal('localStorage', { getItem: () => null })
const { routeTree } = await import('#web/router.tsx')

/** A route, at an address of it when that is more than its path, and what is done there before it is judged. */
type Stop = { readonly route: string; readonly at?: string; readonly does?: (page: Page) => Promise<unknown> }

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const opens = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').first().waitFor()
}

const publicStops: readonly Stop[] = [
  { route: '/login' },
  { route: '/recover' },
  { route: '/perdi-o-celular' },
  { route: '/servidor' },
  { route: '/register' },
  {
    route: '/register',
    does: async (page) => {
      await page.getByRole('button', { name: 'Próximo' }).click()
      await page.getByText('Informe o CPF.').waitFor()
    },
  },
  { route: '/terms' },
  { route: '/convite' },
  { route: '/participar' },
  { route: '/account-deleted' },
]
const newPasswordStops: readonly Stop[] = [{ route: '/new-password' }]
const memberStops: readonly Stop[] = [
  { route: '/home' },
  { route: '/donations' },
  { route: '/donations', does: tab('A Receber') },
  { route: '/donations', does: tab('Histórico') },
  { route: '/donations', does: tab('Níveis') },
  { route: '/reports' },
  { route: '/reports/$reportId' },
  { route: '/compartilhar' },
  { route: '/extrato' },
  { route: '/profile' },
  ...['dados', 'chave', 'contatos', 'avisos', 'acesso', 'aparelhos'].map((part) => ({
    route: '/profile/$part',
    at: `/profile/${part}`,
  })),
  { route: '/roda' },
  { route: '/draw' },
  { route: '/ledger' },
  { route: '/calendar' },
  { route: '/conhecidos' },
  { route: '/trocar-de-vez' },
  { route: '/passar-o-lugar' },
  { route: '/beginning' },
  { route: '/fiscais' },
  { route: '/decisoes' },
  { route: '/dinheiro-da-roda' },
  { route: '/banco' },
  { route: '/privacy' },
  { route: '/accept-terms' },
  { route: '/notices' },
]
const administratorStops: readonly Stop[] = [
  { route: '/admin/dashboard' },
  { route: '/admin/users' },
  {
    route: '/admin/users',
    does: async (page) => {
      await page.getByRole('button', { name: 'Tabela' }).click()
      await page.getByRole('table', { name: 'Usuários' }).waitFor()
      await page.evaluate(() => localStorage.removeItem('ciranda-lista-de-pessoas'))
    },
  },
  { route: '/admin/users', does: opens('Ver Perfil') },
  { route: '/admin/users', does: opens('Editar') },
  { route: '/admin/join-links' },
  { route: '/admin/queue' },
  { route: '/admin/queue', does: opens('Trocar Posições') },
  { route: '/admin/queue/changes' },
  { route: '/admin/queue/draw' },
  { route: '/admin/queue/beginning' },
  { route: '/admin/donations' },
  { route: '/admin/donations', does: opens('Ver Detalhes') },
  { route: '/admin/reports' },
  { route: '/admin/approvals' },
  { route: '/admin/settings' },
  { route: '/admin/settings', at: '/admin/settings?aba=laboratorio' },
  ...['plano', 'identidade', 'calendario', 'prazo', 'correio', 'copia', 'administradores', 'circulos'].map((part) => ({
    route: '/admin/settings/$part',
    at: `/admin/settings/${part}`,
  })),
  { route: '/admin/month' },
  { route: '/admin/meeting' },
  { route: '/admin/found' },
  { route: '/admin/first-steps' },
  { route: '/admin/account' },
]

/** Every page of the tree: what only sends on, and what only stands around pages, has nothing to look at. */
function pagesOf(route: AnyRoute): string[] {
  const below = ((route.children ?? []) as readonly AnyRoute[]).flatMap(pagesOf)
  const { path, component } = route.options as { path?: string; component?: unknown }
  return path !== undefined && component !== undefined ? [path, ...below] : below
}

describe('every screen of the demonstration can be used by everybody', () => {
  let server: Server
  let browser: Browser
  let reportId = ''
  const member = { email: 'iara.jardim@exemplo.invalid', password: DEMONSTRATION_PASSWORD }
  const newcomer = { email: 'nelson.oliveira@exemplo.invalid', password: 'uma senha que passou' }

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'demo', RATE_LIMIT: 'off' }), openBrowser()])
    const call = callsOf(server)
    const administrator = await administratorToken(call)
    const people = await call('GET /users', administrator)
    await call('PATCH /users/{id}', administrator, {
      params: { id: people.find(({ email }) => email === newcomer.email)!.id },
      body: { password: newcomer.password },
    })
    // So that every list has a row with its buttons: an invitation of each kind, and a circle that is not on screen.
    await call('POST /admin/join-links', administrator, { body: { label: 'Rua das Flores', days: 7, uses: 3 } })
    await call('POST /admin/administrators', administrator, {
      body: { firstName: 'Caio', lastName: 'Reis', email: 'caio.reis@exemplo.invalid' },
    })
    await call('POST /admin/circles', administrator, {
      body: { name: 'Roda do Sertão', mode: 'demonstracao', plan: planFormOf(presets.tela), operator: null },
    })
    const { access_token: token } = await call('POST /auth/login', null, { body: member })
    reportId = (await call('GET /donations/reports', token)).data[0]!.id
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('no page of the app is left out', () => {
    const visited = [publicStops, newPasswordStops, memberStops, administratorStops].flat().map(({ route }) => route)
    expect([...new Set(visited)].toSorted()).toEqual(pagesOf(routeTree).toSorted())
  })

  /** A person whose page tells what the browser refused under the policy, and every error it wrote down. */
  async function watched(who: { email: string; password: string } | null): Promise<{ page: Page; errors: string[] }> {
    const page = await sitDown(browser, server.url, { viewport: PHONE })
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${new URL(page.url()).pathname}: ${message.text()}`)
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile, lineNumber }) => {
        // The console is heard outside of the page.
        console.error(`refused: ${violatedDirective} ${sample} at ${sourceFile}:${lineNumber}`)
      })
    })
    // Not the login, which stands without the router until somebody signs in.
    await page.goto(who ? '/login' : '/terms')
    if (who) {
      await fills(page, who)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.waitForURL((url) => url.pathname !== '/login')
    }
    await stands(page)
    return { page, errors }
  }

  /**
   * Headings that leave a level out, a window with another name than its page, and the words of a demonstration under a test
   * clock that are missing.
   */
  const faultsOfWords = (page: Page): Promise<string[]> =>
    page.evaluate(
      (needed) => {
        const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
        const levels = headings.map(({ tagName }) => Number(tagName[1]))
        const skipped = headings.filter((_, index) => levels[index]! > (levels[index - 1] ?? 0) + 1)
        const heading = headings[0]?.textContent ?? ''
        return [
          ...(document.title === `${heading} · Ciranda` ? [] : [`is called ${document.title}, and not ${heading}`]),
          ...skipped.map(({ tagName, textContent }) => `leaves a level out before ${tagName} ${textContent}`),
          ...needed.filter((words) => !document.body.innerText.includes(words)).map((words) => `does not say ${words}`),
        ]
      },
      ['Demonstração — valores fictícios, não pague', 'Relógio de teste'],
    )

  test.concurrent.each([
    ['visitor', publicStops, null],
    ['person with a temporary password', newPasswordStops, newcomer],
    ['member', memberStops, member],
    ['administrator', administratorStops, ADMINISTRATOR],
  ] as const)(
    'on the pages of the %s, phone, tablet and desk, light and dark, axe finds nothing and nothing runs over the edge; the policy refuses nothing; headings leave no level out, the window is called after the first; each says that it is a demonstration under a test clock',
    async (_, stops, who) => {
      const found: string[] = []
      const { page, errors } = await watched(who)
      for (const { route, at = route.replace('$reportId', reportId), does } of stops) {
        if (new URL(page.url()).pathname !== at || does) await goes(page, at)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await stands(page)
        expect(new URL(page.url()).pathname, 'nobody was sent elsewhere').toBe(at.split('?')[0])
        found.push(...(await faultsOfWords(page)).map((fault) => `${at} ${fault}`))
        await does?.(page)
        found.push(...(await faultsInEachLook(page, [TABLET, DESK])).map((fault) => `${at} ${fault}`))
      }
      await page.owner.close()
      expect([...found, ...errors]).toEqual([])
    },
  )

  test('an address that leads nowhere says so, and leads on', async () => {
    const page = await sitDown(browser, server.url, { viewport: PHONE })
    await goes(page, '/nada-aqui')
    await page.getByText('Página não encontrada').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.owner.close()
  })
})
