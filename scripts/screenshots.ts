import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DESK, launchBrowser, PHONE, sitDown, TABLET } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

// Every screen of the demonstration on a phone, on a tablet and at a desk, light and dark, into `screenshots/`, to be looked at;
// with `operador`, the pictures of docs/operador.md alone.

const FOLDER = 'screenshots'
const signIn = (name: string) => ({ email: `${name}@exemplo.invalid`, password: DEMONSTRATION_PASSWORD })

type Visit = { readonly name: string; readonly path: string; readonly does?: (page: Page) => Promise<void> }
const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const visits: {
  readonly who: string
  readonly as: { email: string; password: string } | null
  readonly pages: Visit[]
}[] = [
  {
    who: 'visitante',
    as: null,
    pages: [
      { name: 'entrar', path: '/login' },
      { name: 'senha-esquecida', path: '/recover' },
      { name: 'celular-perdido', path: '/perdi-o-celular' },
      { name: 'cadastro', path: '/register' },
      { name: 'termos', path: '/terms' },
      { name: 'nada', path: '/nada-aqui' },
    ],
  },
  {
    who: 'espera',
    as: signIn('nelson.oliveira'),
    pages: [
      { name: 'inicio', path: '/home' },
      { name: 'doacoes', path: '/donations' },
      { name: 'perfil', path: '/profile' },
    ],
  },
  {
    who: 'doadora',
    as: signIn('gloria.holanda'),
    pages: [
      { name: 'inicio', path: '/home' },
      { name: 'a-fazer', path: '/donations' },
      { name: 'a-receber', path: '/donations', does: tab(/A Receber/) },
      { name: 'historico', path: '/donations', does: tab(/Histórico/) },
      { name: 'niveis', path: '/donations', does: tab(/Níveis/) },
      { name: 'reportar', path: '/donations', does: press('Reportar problema') },
      { name: 'compartilhar', path: '/compartilhar' },
      { name: 'extrato', path: '/extrato' },
      { name: 'reports', path: '/reports' },
      { name: 'perfil', path: '/profile' },
      { name: 'meus-dados', path: '/privacy' },
      { name: 'termos-aceitos', path: '/accept-terms' },
      { name: 'avisos', path: '/notices' },
      { name: 'livro', path: '/ledger' },
      { name: 'calendario', path: '/calendar' },
      { name: 'conhecidos', path: '/conhecidos' },
      { name: 'trocar-de-vez', path: '/trocar-de-vez' },
      { name: 'banco', path: '/banco' },
      {
        name: 'menu',
        path: '/home',
        does: async (page) => ((page.viewportSize()?.width ?? 0) < 900 ? press('Abrir menu')(page) : undefined),
      },
    ],
  },
  {
    who: 'receptora',
    as: signIn('iara.jardim'),
    pages: [
      { name: 'inicio', path: '/home' },
      { name: 'a-receber', path: '/donations', does: tab(/A Receber/) },
    ],
  },
  {
    who: 'administracao',
    as: ADMINISTRATOR,
    pages: [
      { name: 'dashboard', path: '/admin/dashboard' },
      { name: 'usuarios', path: '/admin/users' },
      { name: 'usuario', path: '/admin/users', does: press('Ver Perfil') },
      { name: 'editar', path: '/admin/users', does: press('Editar') },
      { name: 'fila', path: '/admin/queue' },
      { name: 'trocar', path: '/admin/queue', does: press('Trocar Posições') },
      { name: 'doacoes', path: '/admin/donations' },
      { name: 'doacao', path: '/admin/donations', does: press('Ver Detalhes') },
      { name: 'reports', path: '/admin/reports' },
      { name: 'configuracoes', path: '/admin/settings' },
      { name: 'minha-conta', path: '/admin/account' },
    ],
  },
]

if (!process.env['WEB_DIR']) await import('./build.ts')

// `npm run screenshots -- operador` makes only the pictures of docs/operador.md.
if (process.argv[2] === 'operador') {
  const { takeOperatorPictures } = await import('./operator-pictures.ts')
  const opened = await launchBrowser()
  try {
    console.log(`${await takeOperatorPictures(opened)} pictures in docs/pictures/`)
  } finally {
    await opened.close()
  }
  process.exit()
}

// `-- --count` counts what the pages of an ordinary roda ask of their readers; `-- roda` takes their pictures.
if (process.argv[2] === '--count' || process.argv[2] === 'roda') {
  const { printCounts, takeRodaPictures } = await import('./count-pages.ts')
  const opened = await launchBrowser()
  try {
    mkdirSync(FOLDER, { recursive: true })
    if (process.argv[2] === '--count') await printCounts(opened)
    else console.log(`${await takeRodaPictures(opened, FOLDER)} screenshots in ${FOLDER}/`)
  } finally {
    await opened.close()
  }
  process.exit()
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const server = await startServer({ SEED: 'demo', RATE_LIMIT: 'off' })
const browser = await launchBrowser()
let taken = 0
try {
  for (const [size, viewport] of [
    ['360', PHONE],
    ['768', TABLET],
    ['1280', DESK],
  ] as const) {
    for (const { who, as, pages } of visits) {
      const page = await sitDown(browser, server.url, { viewport })
      if (as) await logsIn(page, as)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const { name, path: address, does } of pages) {
          await page.goto(address)
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await page.waitForFunction(
            () => !document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen'),
          )
          await does?.(page)
          await page.waitForTimeout(400)
          await page.screenshot({
            path: path.join(FOLDER, `${who}-${name}-${size}-${colorScheme}.png`),
            fullPage: true,
          })
          taken += 1
        }
      }
      await page.owner.close()
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
console.log(`${taken} screenshots in ${FOLDER}/`)
