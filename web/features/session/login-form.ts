import { isElsewhere, serverOrigin } from '#web/api/server-address.ts'
import { canUsePasskeys } from './passkey-support.ts'
import { clearError, login, loginWithPasskey, onAuthChange, readAuth } from './session.ts'

/**
 * Puts the login into an element and makes it work; answers how to take it away. Its markup is a template in
 * web/index.html, and it is plain script, so that a first visit neither waits for the app nor brings it along. `onIn` is
 * told when a session was opened.
 */
export function showLogin(place: HTMLElement, onIn: () => void): () => void {
  const template = document.querySelector<HTMLTemplateElement>('template#login')!
  place.replaceChildren(template.content.cloneNode(true))
  const find = <E extends HTMLElement>(selector: string) => place.querySelector<E>(selector)!
  const form = find<HTMLFormElement>('form')
  const [email, password] = [find<HTMLInputElement>('[name=email]'), find<HTMLInputElement>('[name=password]')]
  const [show, passkey, submit] = [find('[data-act=show]'), find('[data-act=passkey]'), find('[type=submit]')]
  const recover = find<HTMLAnchorElement>('[href="/recover"]')
  const [handle, without] = [find('[data-handle]'), find('[data-act=without-email]')]
  find('[data-year]').textContent = String(new Date().getFullYear())
  if (!canUsePasskeys()) passkey.remove()
  if (isElsewhere) {
    const textContent = `Páginas de ${location.host}. A sua conta fica em ${new URL(serverOrigin()).host}.`
    form.before(Object.assign(document.createElement('p'), { textContent }))
  }

  let isBusy = false
  const enter = async (open: () => Promise<boolean>) => {
    if (isBusy) return
    isBusy = true
    const draw = () => {
      submit.ariaDisabled = String(isBusy)
      submit.textContent = isBusy ? 'Entrando...' : 'Entrar'
    }
    draw()
    const isIn = await open()
    // The words stay while the first page comes: a second press would do nothing.
    if (isIn) return onIn()
    isBusy = false
    draw()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void enter(() => login({ email: email.value, password: password.value }))
  })
  passkey.addEventListener('click', () => void enter(loginWithPasskey))
  show.addEventListener('click', () => {
    const isShown = password.type === 'password'
    password.type = isShown ? 'text' : 'password'
    show.ariaPressed = String(isShown)
    show.textContent = isShown ? 'Esconder' : 'Mostrar'
  })
  // A CPF or a phone is no address, which the browser would ask for.
  without.addEventListener('click', () => {
    email.type = 'text'
    email.inputMode = 'tel'
    handle.textContent = 'CPF ou celular'
    without.remove()
    email.focus()
  })
  // The typed address goes along to the page for a forgotten password, unseen by the server.
  email.addEventListener('input', () => {
    recover.hash = email.value === '' ? '' : String(new URLSearchParams({ email: email.value }))
  })
  place.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) clearError()
  })

  const drawError = () => {
    const { error } = readAuth()
    place.querySelector('[role=alert]')?.remove()
    if (error !== null) form.before(alertOf(error))
  }
  drawError()
  const stop = onAuthChange(drawError)
  return () => {
    stop()
    place.replaceChildren()
  }
}

function alertOf(text: string): HTMLElement {
  const words = Object.assign(document.createElement('span'), { textContent: text })
  const close = Object.assign(document.createElement('button'), { type: 'button', ariaLabel: 'Fechar' })
  close.textContent = '×'
  close.addEventListener('click', clearError)
  const alert = Object.assign(document.createElement('div'), { className: 'plain-alert', role: 'alert' })
  alert.append(words, close)
  return alert
}
