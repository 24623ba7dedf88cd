import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { DESK, goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf } from '#e2e/helpers/calls.ts'
import { logsIn, person, registers } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const BANNER = 'Demonstração — valores fictícios, não pague'
const LONG = 'Roda do Coração da Zona Norte, dos Vizinhos e das Vizinhas'

async function namesOperator(form: Locator, document: string): Promise<void> {
  const field = (name: RegExp) => form.getByRole('textbox', { name })
  await field(/^Quem opera/).fill('Associação do Bairro')
  await field(/^CPF ou CNPJ/).fill(document)
  await field(/^Contato/).fill('contato@bairro.org.br')
  await field(/^Encarregado de dados/).fill('dados@bairro.org.br')
}

describe('an administrator runs several circles', () => {
  let server: Server
  let browser: Browser
  let desk: Page

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), openBrowser()])
    desk = await sitDown(browser, server.url, { viewport: DESK })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const section = (name: string) => desk.getByRole('region', { name, exact: true })
  const circle = (name: string) => desk.getByRole('listitem', { name, exact: true })

  test('sees the plan, what it does to people, and that it may still change', async () => {
    await logsIn(desk, ADMINISTRATOR)
    await goes(desk, '/admin/settings')
    await desk.getByText('Ninguém deve nada neste círculo ainda, e por isso o plano pode mudar.').waitFor()
    const outcome = desk.getByRole('group', { name: 'O que este plano faz' })
    await outcome
      .getByText(/^Com todos pagando, em 24 meses, de 100 pessoas, .* doaram mais do que receberam/)
      .waitFor()
    await outcome.getByRole('button', { name: '10% não pagos' }).click()
    await outcome.getByText(/^Com 10% das contribuições não pagas/).waitFor()
    expect(await outcome.getByRole('row').count()).toBe(9)
  })

  test('names a demonstration, in which nothing can be paid, and reads what is wrong where it is wrong', async () => {
    const identity = section('Identidade')
    const name = identity.getByLabel('Nome do círculo')
    const before = await name.inputValue()
    expect(await identity.getByRole('textbox').count()).toBe(1)
    await name.fill('Roda da Ana (11) 98765-4321')
    await identity.getByRole('button', { name: 'Salvar' }).click()
    await identity.getByText('Uma demonstração não pode mostrar um telefone nem um documento').waitFor()
    await name.fill('Roda da Ana')
    await identity.getByRole('button', { name: 'Salvar' }).click()
    await identity.getByText('Salvo.').waitFor()
    await name.fill(before)
    await identity.getByRole('button', { name: 'Salvar' }).click()
    await identity.getByText('Salvo.').waitFor()
  })

  test('sends a message to their own address, and reads where it lies', async () => {
    await section('Correio').getByRole('button', { name: 'Enviar uma mensagem de teste' }).click()
    await section('Correio')
      .getByRole('status')
      .getByText(/na pasta de dados: outbox\/[0-9a-f-]+\.txt$/)
      .waitFor()
  })

  test('changes a copy of the plan, reads why it does not balance, and sees what it would do beside the present one', async () => {
    await desk.getByRole('tab', { name: 'Laboratório de planos' }).click()
    await desk.getByText('Não equilibrado: só em demonstração').waitFor()
    await desk.getByText(/^N3: ao completar, parte vai para a conta administrativa/).waitFor()
    const first = desk.getByRole('group', { name: 'Nível 1' })
    await first.getByLabel('Nº de doações').fill('2')
    await desk.getByRole('alert').getByText('N1: deve-se mais do que o nível paga.').waitFor()
    expect(await desk.getByRole('button', { name: 'Criar um círculo com este plano' }).isDisabled()).toBe(true)
    await first.getByLabel('Nº de doações').fill('4')
    await first.getByText(/^Completo, o nível paga R\$\s400,00\.$/).waitFor()
    const [present, copy] = [
      desk.getByRole('group', { name: 'O que o plano deste círculo faz' }),
      desk.getByRole('group', { name: 'O que a cópia faria' }),
    ]
    await copy.getByText(/^Com todos pagando/).waitFor()
    await present.getByText(/^Com todos pagando/).waitFor()
    expect(await copy.getByRole('table').innerText()).not.toBe(await present.getByRole('table').innerText())
    await desk.getByRole('button', { name: 'Desfazer mudanças' }).click()
    await desk.getByText('Mude a cópia, ou comece de outro modelo, para ver aqui o que ela faria.').waitFor()
  })

  test('makes a demonstration of it, with a long name', async () => {
    await desk.getByRole('button', { name: 'Criar um círculo com este plano' }).click()
    const dialog = desk.getByRole('dialog')
    // The plan on the bench is not balanced: a real circle may be a roda, and not this.
    await dialog.getByLabel('Tipo').selectOption('real')
    expect(
      await dialog.getByRole('combobox', { name: 'Plano', exact: true }).locator('option').nth(1).isDisabled(),
    ).toBe(true)
    await dialog.getByLabel('Quantas pessoas').fill('6')
    await dialog
      .getByText(/^6 pessoas doam R\$\s100,00 por mês cada uma.*a volta termina em 5 meses, com todos em zero/)
      .waitFor()
    await dialog.getByText(/^Se todos pagam, todos estão de volta a zero no fim do mês 5\./).waitFor()
    await dialog.getByLabel('Tipo').selectOption('demonstracao')
    await dialog.getByLabel('Nome do círculo').fill(LONG)
    await dialog.getByRole('button', { name: 'Criar círculo' }).click()
    await circle(LONG).getByText('Demonstração').waitFor()
    expect(await circle(LONG).getByText('Na tela', { exact: true }).count()).toBe(0)
  })

  test('makes a real circle of a balanced plan, only with its operator', async () => {
    await desk.getByRole('button', { name: 'Criar círculo' }).click()
    await desk.getByLabel('Começar de').selectOption('rotativo')
    await desk.getByText('Equilibrado', { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'Criar um círculo com este plano' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Nome do círculo').fill('Roda de verdade')
    await dialog.getByLabel('Tipo').selectOption('real')
    await dialog.getByRole('combobox', { name: 'Plano', exact: true }).selectOption('laboratory')
    const tick = dialog.getByRole('checkbox', { name: /também se a roda parar no meio/ })
    await tick.waitFor()
    await dialog.getByRole('slider').press('Home')
    await dialog.getByText(/^Se a roda parar no fim do mês 1: /).waitFor()
    expect(await dialog.getByRole('button', { name: 'Criar círculo' }).isDisabled()).toBe(true)
    await tick.check()
    await dialog.getByRole('button', { name: 'Criar círculo' }).click()
    await dialog
      .getByRole('alert')
      .getByText('Um círculo real diz quem o opera: nome, documento, contato e encarregado de dados.')
      .waitFor()
    await namesOperator(dialog, '11.222.333/0001-80')
    await dialog.getByRole('button', { name: 'Criar círculo' }).click()
    await dialog.getByText('Informe um CPF ou CNPJ válido.').waitFor()
    await dialog.getByLabel('CPF ou CNPJ de quem opera').fill('11.222.333/0001-81')
    await dialog.getByRole('button', { name: 'Criar círculo' }).click()
    await circle('Roda de verdade').getByText('Real', { exact: true }).waitFor()
  })

  test('puts it on screen: no banner of a demonstration, no way to begin it anew, nobody of the other circle', async () => {
    const phone = await sitDown(browser, server.url)
    await registers(phone, person(1))
    await goes(desk, '/admin/users')
    await desk.getByRole('article', { name: person(1).name }).waitFor()
    await goes(desk, '/admin/settings')
    await circle('Roda de verdade').getByRole('button', { name: 'Mostrar na tela: Roda de verdade' }).click()
    await circle('Roda de verdade').getByText('Na tela', { exact: true }).waitFor()
    await section('Identidade').getByText('Círculo real').waitFor()
    await desk.getByText(BANNER).waitFor({ state: 'detached' })
    expect(await section('Recomeçar a demonstração').count()).toBe(0)
    await goes(desk, '/admin/users')
    await desk
      .getByRole('navigation', { name: 'Menu principal' })
      .getByText(/^Roda de verdade ·/)
      .waitFor()
    expect(await desk.getByRole('article', { name: person(1).name }).count()).toBe(0)
    // The member goes on in the circle they joined.
    await phone.reload()
    await phone.getByText(BANNER).waitFor()
    await phone.owner.close()
  })

  test('opens it for registrations: who registers now reads its operator and comes into it', async () => {
    await goes(desk, '/admin/settings')
    await circle('Roda de verdade').getByRole('button', { name: 'Receber cadastros aqui: Roda de verdade' }).click()
    await circle('Roda de verdade').getByText('Recebe cadastros', { exact: true }).waitFor()
    expect(await circle('Ciranda de demonstração').getByText('Recebe cadastros', { exact: true }).count()).toBe(0)
    const phone = await sitDown(browser, server.url)
    await registers(phone, person(2))
    // It stands as long as it is not known whether the circle is real.
    await shows(phone.getByText(BANNER), false)
    await goes(desk, '/admin/users')
    await desk.getByRole('article', { name: person(2).name }).waitFor()
    expect(await desk.getByRole('article', { name: person(1).name }).count()).toBe(0)
    await phone.owner.close()
  })

  test('begins the demonstration anew once its name is written: the same people, nothing owed', async () => {
    await goes(desk, '/admin/settings')
    await circle('Ciranda de demonstração')
      .getByRole('button', { name: 'Mostrar na tela: Ciranda de demonstração' })
      .click()
    await desk.getByText(BANNER).waitFor()
    await section('Recomeçar a demonstração').getByRole('button', { name: 'Recomeçar...' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Nome do círculo').fill('Ciranda')
    expect(await dialog.getByRole('button', { name: 'Recomeçar do zero' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Nome do círculo').fill('Ciranda de demonstração')
    await dialog.getByRole('button', { name: 'Recomeçar do zero' }).click()
    await dialog.waitFor({ state: 'detached' })
    await desk.getByRole('button', { name: 'Ver o recomeçado' }).click()
    await desk.getByText(/recomeçado em 10\/11\/2026/).waitFor()
    await goes(desk, '/admin/users')
    await desk.getByRole('article', { name: person(1).name }).waitFor()
  })

  test('finds one of many by a part of its name, page by page, and the one on screen stays first', async () => {
    const call = callsOf(server)
    const token = await administratorToken(call)
    const plan = planFormOf(presets.tela)
    for (let number = 1; number <= 11; number += 1)
      await call('POST /admin/circles', token, {
        body: { name: `Roda do Sertão ${number}`, mode: 'demonstracao', plan, operator: null },
      })
    await goes(desk, '/admin/settings')
    const list = desk.getByRole('list', { name: 'Círculos em andamento' })
    await list.getByRole('listitem').nth(4).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(5)
    await list.getByRole('listitem').first().getByText('Na tela', { exact: true }).waitFor()
    const pages = desk.getByRole('navigation', { name: 'Páginas de círculos' })
    await pages.getByText('Mostrando 1 a 5 de 14 círculos').waitFor()
    await pages.getByRole('button', { name: 'Última página' }).click()
    await circle('Roda do Sertão 11').waitFor()
    const search = desk.getByRole('searchbox', { name: 'Buscar círculo por nome' })
    await search.fill('sertao 1')
    // 1, 10 and 11: one page, from its beginning, and the search stays.
    await circle('Roda do Sertão 10').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(3)
    await search.fill('quilombo')
    await desk.getByText('Nenhum círculo com este nome').waitFor()
    await search.fill('')
    await pages.getByText('Mostrando 1 a 5 de 14 círculos').waitFor()
    await search.fill('sertao 11')
    await circle('Roda do Sertão 11').getByRole('button', { name: 'Mostrar na tela: Roda do Sertão 11' }).click()
    await circle('Roda do Sertão 11').getByText('Na tela', { exact: true }).waitFor()
  })
})
