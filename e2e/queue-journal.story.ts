import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PHONE, goes, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { action, beginQueueStory, closed, dialog, presses } from '#e2e/helpers/queue.ts'
import type { QueueStory } from '#e2e/helpers/queue.ts'

describe('the queue accountably', () => {
  let story: QueueStory
  let desk: Page

  beforeAll(async () => {
    story = await beginQueueStory(3)
    desk = story.desk
    for (const n of [1, 2, 3]) await story.place(n, n)
  })
  afterAll(async () => {
    await story?.end()
  })

  test('the order changes by keyboard and by dragging, each with its reason, and the last change is undone', async () => {
    await action(desk, 'Ordem e receptor')
    const handle = (n: number) =>
      dialog(desk).getByRole('button', { name: new RegExp(`^Mover ${story.member(n).name}`) })
    await handle(3).focus()
    await desk.keyboard.press('ArrowUp')
    await desk.keyboard.press('ArrowUp')
    await desk.keyboard.press('Enter')
    await dialog(desk)
      .getByText(/da #003 para a #001\?/)
      .waitFor()
    await dialog(desk).getByLabel('Motivo (opcional)').fill('Vai viajar')
    await presses(desk, 'Confirmar')
    await closed(desk)
    expect(await story.order()).toEqual(['3@1', '1@2', '2@3'])
    await action(desk, 'Ordem e receptor')
    const [from, to] = [(await handle(1).boundingBox())!, (await handle(2).boundingBox())!]
    await desk.mouse.move(from.x + 10, from.y + 10)
    await desk.mouse.down()
    await desk.mouse.move(to.x + 10, to.y + to.height / 2)
    await desk.mouse.up()
    await dialog(desk)
      .getByText(/da #002 para a #003\?/)
      .waitFor()
    await presses(desk, 'Confirmar')
    await closed(desk)
    expect(await story.order()).toEqual(['3@1', '2@2', '1@3'])
    await desk.getByRole('link', { name: 'Diário da fila' }).click()
    await desk.getByText('Motivo: Vai viajar').waitFor()
    await action(desk, 'Desfazer')
    await presses(desk, 'Desfazer')
    await closed(desk)
    await desk.getByText(/Desfeita a mudança do lançamento/).waitFor()
    await desk.getByText('Desfeita', { exact: true }).waitFor()
    expect(await desk.getByRole('button', { name: 'Desfazer' }).count()).toBe(0)
    expect(await story.order()).toEqual(['3@1', '1@2', '2@3'])
  })

  test('a draw: begun, joined with one press, shown by the device itself, and checked on it', async () => {
    await goes(desk, '/admin/queue/draw')
    await action(desk, 'Começar o sorteio')
    await presses(desk, 'Começar agora')
    await desk.getByText('0 de 3 pessoas entraram').waitFor()
    const pages: Page[] = []
    for (const n of [1, 2, 3]) {
      const page = await sitDown(story.browser, story.server.url, { viewport: PHONE })
      pages.push(page)
      await logsIn(page, { email: story.member(n).email, password: PASSWORD })
      await page.getByRole('heading', { name: 'Entre no sorteio da ordem' }).waitFor()
      await page.getByRole('link', { name: 'Ver o sorteio' }).click()
      await page.getByRole('button', { name: 'Entrar com o meu número' }).click()
      // The last one's device shows its number at once, since everybody has joined.
      if (n < 3) await page.getByText('Seu número está no livro').waitFor()
    }
    for (const page of pages) {
      await goes(page, '/draw')
      await page
        .getByText(/^O seu número já foi mostrado|sorteio: Terminado$/)
        .first()
        .waitFor()
    }
    await desk.getByText('1º sorteio: Terminado').waitFor()
    const page = pages[0]!
    await page.getByText(/O seu lugar no sorteio: \dº/).waitFor()
    await page.getByRole('button', { name: 'Conferir o sorteio' }).click()
    await page.getByText('Refeito neste aparelho').waitFor()
    await page.getByText('A ordem vem do sorteio.').waitFor()
    for (const each of pages) await each.owner.close()
  })
})
