import type { BodySent } from '#contracts/contract.ts'
import type { PixKeyType } from '#contracts/payment/pix-key.ts'
import { actAs, endSession, failureText, request, SIGNED_OUT } from '#web/api/client.ts'
import { forgetReadings } from '#web/api/forget.ts'
import { forgetDrafts } from '#web/api/drafts.ts'
import {
  clearStored,
  readStored,
  setAside,
  takeBack,
  takeBackUnasked,
  writeTokens,
  writeUser,
} from '#web/api/storage.ts'
import { quietly } from '#web/api/quietly.ts'
import type { StoredUser } from '#web/api/storage.ts'
import { authReducer, initialAuthState } from './auth-state.ts'
import type { AuthAction, AuthState } from './auth-state.ts'
import { findSignedIn, SessionReplaced } from './startup.ts'

// The session lives outside of React, because the router's guards ask for it before anything is drawn, and because the
// login works before the app is there.

type Opened = { access_token: string; refresh_token: string; user: StoredUser }

let state: AuthState = initialAuthState
let latest: ReturnType<typeof findSignedIn> | null = null
let restoring: Promise<void> | null = null
const listeners = new Set<() => void>()

export function readAuth(): AuthState {
  return state
}

/** Calls back at every change of the session; answers how to stop. */
export function onAuthChange(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** The session once it is known who is signed in. */
export async function knownAuth(): Promise<AuthState> {
  if (!state.isLoading) return state
  await (restoring ?? restore())
  return knownAuth()
}

/**
 * Asks the server again who is signed in. Of several calls at once, the last one decides. When the stored session is
 * another person's by now, nothing of the former person's may be shown, sent or stored any more: everything goes at
 * once, before the server has said who the new person is.
 */
export function restore(): Promise<void> {
  if (state.user && readStored().user?.id !== state.user.id) {
    forgetPerson()
    dispatch({ type: 'restart' })
  }
  const asked = findSignedIn()
  latest = asked
  restoring = decide(asked)
  return restoring
}

async function decide(asked: NonNullable<typeof latest>): Promise<void> {
  const found = await asked.catch((error: unknown) => {
    if (error instanceof SessionReplaced) return 'replaced' as const
    throw error
  })
  if (latest !== asked) return undefined
  if (found === 'replaced') return restore()
  settle()
  return dispatch(found ? { type: 'success', ...found } : { type: 'logout' })
}

/** Requests that are still running no longer matter. */
function settle(): void {
  latest = null
  restoring = null
}

export function login(credentials: BodySent<'POST /auth/login'>): Promise<boolean> {
  const { email } = credentials
  return open(() => knownBy(email, request('POST /auth/login', { body: credentials })), 'Login failed')
}

/** This device remembers whose account something opens, so that nobody is signed in to another's with it. */
async function knownBy<T extends { user: { id: string } }>(means: string, opening: Promise<T>): Promise<T> {
  const opened = await opening
  await quietly(async () => (await import('#web/api/known-accounts.ts')).noteAccount(means, opened.user.id))
  return opened
}

const NO_PASSKEY = 'Nenhuma chave de acesso foi usada.'

/** Opens a session by a passkey of this device; false when the person declined, or it was not accepted. */
export function loginWithPasskey(): Promise<boolean> {
  return open(async () => {
    const { options } = await request('POST /auth/passkey/options')
    const { answerWithPasskey } = await import('./passkey.ts')
    const response = await answerWithPasskey(options)
    if (!response) throw new Error(NO_PASSKEY)
    return knownBy(String(response['id']), request('POST /auth/passkey', { body: { response } }))
  }, NO_PASSKEY)
}

/** Opens a session by one of the codes that the person kept on paper. */
export function loginWithCode(body: BodySent<'POST /auth/recovery-code'>): Promise<boolean> {
  return open(() => request('POST /auth/recovery-code', { body }), 'Login failed')
}

/** Comes back after a lost phone, with a new password. */
export function comeBack(body: BodySent<'POST /auth/lost-phone/return'>): Promise<boolean> {
  return open(() => request('POST /auth/lost-phone/return', { body }), 'Login failed')
}

/** Registers in a roda, which asks for less. */
export function join(registration: BodySent<'POST /auth/join'>): Promise<boolean> {
  return open(() => keepsKey(registration, request('POST /auth/join', { body: registration })), 'Registration failed')
}

type Typed = { readonly pixKeyType?: PixKeyType | null | undefined } & {
  readonly [name in 'pixKey' | 'btcAddress' | 'usdtAddress']?: string | null | undefined
}

/** This device remembers the key that was typed on it, so that nobody admits its person with another. */
async function keepsKey<T extends { user: { id: string } }>(
  { pixKeyType, pixKey, btcAddress, usdtAddress }: Typed,
  opening: Promise<T>,
): Promise<T> {
  const opened = await opening
  if (pixKeyType && pixKey) {
    const { noteTypedKey } = await import('#web/api/typed-key.ts')
    const addresses = { btcAddress: btcAddress?.trim() || null, usdtAddress: usdtAddress?.trim() || null }
    await quietly(() => noteTypedKey(opened.user.id, { type: pixKeyType, pixKey, ...addresses }))
  }
  return opened
}

/** Begins to act for a member whom the person helps, with this device's signature; their own session waits here. */
export async function actFor(memberId: string): Promise<void> {
  const { id } = state.user!
  const { addDevice } = await import('#web/api/device-key.ts')
  await addDevice(id, { isQuiet: false })
  const opened = await request('POST /me/helping/{id}/session', { params: { id: memberId } })
  if (opened.user.id !== memberId) throw new Error('The session is of somebody else')
  forgetDrafts()
  setAside()
  take(opened)
}

/** The person acts for themselves again; false where they did. */
export function actAsOneself(): boolean {
  void endSession()
  return becomeOneself(takeBack())
}

function becomeOneself(own: ReturnType<typeof takeBack>): boolean {
  if (!own) return false
  forgetPerson()
  settle()
  dispatch({ type: 'success', ...own })
  return true
}

export function register(registration: BodySent<'POST /auth/register'>): Promise<boolean> {
  return open(
    () => keepsKey(registration, request('POST /auth/register', { body: registration })),
    'Registration failed',
  )
}

export function logout(): void {
  void endSession()
  settle()
  forgetDrafts()
  clearStored()
  forgetPerson()
  void import('#web/api/shared-receipt.ts').then(({ removeShared }) => removeShared())
  void quietly(endNotices)
  dispatch({ type: 'logout' })
}

/** The server may not be reached: their notices are not for whoever takes this phone up next. Signing in again brings them back. */
async function endNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

let isErasing = false
let isRefusedMeanwhile = false

/**
 * Erases the account, shows the page that says so, and then forgets the person on this device. The server ends every
 * session as it erases, so that whatever else the page asks may be refused before this answer is here: such a refusal
 * must not lead to the login, and counts only when the erasure fails.
 */
export async function eraseAccount(password: string, showErased: () => Promise<void>): Promise<void> {
  isErasing = true
  isRefusedMeanwhile = false
  try {
    const { requestSigned } = await import('#web/api/signed-request.ts')
    const { id } = state.user ?? {}
    await requestSigned('DELETE /me', { body: { password } }, { act: 'leave' })
    if (id) void import('#web/api/device-key.ts').then(({ forgetDevice }) => forgetDevice(id))
    await showErased()
    isErasing = false
    logout()
  } catch (error) {
    isErasing = false
    if (isRefusedMeanwhile) endRefused()
    throw error
  }
}

export function clearError(): void {
  dispatch({ type: 'clear-error' })
}

/** Follows what other tabs and the calls themselves learn of the session; answers how to stop. */
export function followSession(): () => void {
  const followStorage = (event: StorageEvent) => {
    if (event.key === 'user' || event.key === null) void restore()
  }
  // A page that the browser had frozen was told nothing of what other tabs did meanwhile.
  const followReturn = (event: PageTransitionEvent) => {
    if (event.persisted) void restore()
  }
  const followRefusal = () => {
    if (isErasing) isRefusedMeanwhile = true
    else endRefused()
  }
  addEventListener('storage', followStorage)
  addEventListener('pageshow', followReturn)
  addEventListener(SIGNED_OUT, followRefusal)
  return () => {
    removeEventListener('storage', followStorage)
    removeEventListener('pageshow', followReturn)
    removeEventListener(SIGNED_OUT, followRefusal)
  }
}

/** Ends the session that the server no longer accepts. */
function endRefused(): void {
  if (!state.user && !state.isLoading) return
  if (becomeOneself(takeBackUnasked())) return
  clearStored()
  forgetPerson()
  settle()
  dispatch({ type: 'failure', error: 'Sua sessão terminou. Entre novamente.' })
}

async function open(ask: () => Promise<Opened>, fallback: string): Promise<boolean> {
  try {
    const opened = await ask()
    if (!opened.access_token || !opened.user) throw new Error(fallback)
    take(opened)
    return true
  } catch (error) {
    dispatch({ type: 'failure', error: failureText(error, fallback) })
    return false
  }
}

function take({ access_token, refresh_token, user }: Opened): void {
  forgetPerson()
  settle()
  writeTokens(access_token, refresh_token)
  writeUser(user)
  dispatch({ type: 'success', user, token: access_token })
}

function dispatch(action: AuthAction): void {
  state = authReducer(state, action)
  actAs(state.user?.id ?? null)
  for (const tell of listeners) tell()
}

/** Removes what the person on the screen has read from memory and from the device. */
function forgetPerson(): void {
  const former = state.user?.id ?? null
  forgetReadings()
  void import('#web/api/persist-queries.ts').then(({ removePersisted }) => removePersisted(former))
}
