import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#e2e/helpers/axe.ts'
import { DESK, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { keepsFile } from '#e2e/helpers/ledger.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const PASSPHRASE = 'quatro palavras que só eu juntaria'

describe('the first hour of an operator', () => {
  let server: Server
  let browser: Browser
  let desk: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer({ SEED: 'none' }), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  test('an empty installation asks what it is to be, leads step by step, and ticks what is really done', async () => {
    for (const [address, said] of [
      ['/register', 'Ainda não há um círculo'],
      ['/terms', 'Esta Ciranda ainda não tem um círculo'],
    ] as const) {
      await desk.goto(address)
      await desk.getByText(said).waitFor()
      expect(await desk.getByText('Demonstração — valores fictícios, não pague').count()).toBe(0)
      expect(await faultsOf(desk)).toEqual([])
    }
    await logsIn(desk, ADMINISTRATOR)
    for (const page of ['users', 'join-links', 'queue', 'donations', 'reports']) {
      await desk.goto(`/admin/${page}`)
      await desk.getByRole('heading', { name: 'Ainda não há um círculo' }).waitFor()
    }
    expect(await faultsOf(desk)).toEqual([])
    await desk.goto('/admin/settings')
    await desk.getByRole('region', { name: 'Cópia de segurança' }).waitFor()
    await desk.getByRole('heading', { name: 'Ainda não há um círculo' }).waitFor()
    await desk.goto('/admin/dashboard')
    await desk.getByRole('region', { name: 'O que espera por você' }).waitFor({ state: 'detached' })
    const question = desk.getByRole('region', { name: 'O que esta Ciranda vai ser?' })
    await question.getByRole('button', { name: 'Uma demonstração' }).click()
    await question.getByText('/register').waitFor()
    await desk.getByRole('region', { name: 'O que espera por você' }).waitFor()
    await question.getByRole('link', { name: 'Uma roda de verdade' }).click()
    await desk.waitForURL('**/admin/found')
    await desk.goto('/admin/first-steps')
    const steps = desk.getByRole('region', { name: 'Passo a passo' })
    await steps.getByText('Faltam 8 de 8 passos').waitFor()
    await steps.getByRole('listitem').filter({ hasText: 'A cópia de segurança' }).getByRole('link').click()

    const backup = desk.getByRole('region', { name: 'Cópia de segurança' })
    const help = backup.getByRole('button', { name: 'Ajuda sobre a cópia de segurança' })
    await help.focus()
    await desk.keyboard.press('Enter')
    await backup.getByText('Sem a senha ninguém a abre, nem você.').waitFor()
    expect(await help.getAttribute('aria-expanded')).toBe('true')

    await backup.getByRole('button', { name: 'Baixar cópia completa...' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Baixar cópia completa' })
    await dialog.getByLabel('Senha da cópia', { exact: true }).fill(PASSPHRASE)
    await dialog.getByLabel('A mesma senha outra vez').fill('outra coisa')
    await dialog.getByText('As duas não são iguais.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Baixar', exact: true }).isDisabled()).toBe(true)
    await dialog.getByLabel('A mesma senha outra vez').fill(PASSPHRASE)
    const kept = await keepsFile(desk, () => dialog.getByRole('button', { name: 'Baixar', exact: true }).click())
    expect(kept.bytes.subarray(0, 17).toString()).toBe('CIRANDA-BACKUP 1\n')
    await dialog.getByText('A cópia foi baixada.').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()

    await desk.goto('/admin/first-steps')
    await steps.getByText('Faltam 7 de 8 passos').waitFor()
    await steps.getByRole('listitem').filter({ hasText: 'A cópia de segurança' }).getByText('feito').waitFor()
    await steps.getByRole('link', { name: 'Criar a roda' }).first().click()
    await desk.getByRole('heading', { name: 'Uma roda de verdade' }).waitFor()
    await desk.getByLabel('Quantas pessoas').waitFor()
  })
})
