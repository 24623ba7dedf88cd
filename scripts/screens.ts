import type { Page } from '#e2e/helpers/browser.ts'
import { ADMINISTRATOR } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

// Every screen of the demonstration: who sees it, where it is, and what has to be pressed to be there.

const signIn = (name: string) => ({ email: `${name}@exemplo.invalid`, password: DEMONSTRATION_PASSWORD })

type Visit = { readonly name: string; readonly path: string; readonly does?: (page: Page) => Promise<void> }
const tab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

export const visits: {
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
      { name: 'servidor', path: '/servidor' },
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
      { name: 'passar-o-lugar', path: '/passar-o-lugar' },
      { name: 'fiscais', path: '/fiscais' },
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

/** Goes to a screen and does what leads to it, until nothing of it is being loaded. */
export async function reach(page: Page, { path, does }: Visit): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen'))
  await does?.(page)
}
