import sharp from 'sharp'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { makeKey, signedHeader } from '#server/testing/device.ts'
import type { ActToSign } from '#server/testing/device.ts'
import { PASSWORD } from '#server/testing/test-app.ts'
import type { Dice } from '../frame/dice.ts'
import { ask } from '../installation/client.ts'
import type { Answer } from '../installation/client.ts'
import { ADMINISTRATOR } from '../installation/server.ts'
import type { AsRequest } from './as-requests.ts'

type Device = { readonly id: string; readonly privateKey: ReturnType<typeof makeKey>['privateKey']; count: number }
type Caller = {
  readonly email: string
  readonly cpf: string
  password: string
  token?: string
  refreshToken?: string
  device?: Device
}
type Tokens = { readonly access_token: string; readonly refresh_token: string }

const PICTURE_PIXELS = 64

/** The members and the administrator of a walk: each request goes to a server that the dice choose. */
export class Callers {
  private readonly urls: readonly string[]
  private readonly dice: Dice
  private readonly patienceMs: number | undefined
  private readonly administrator: Caller
  private readonly members = new Map<string, Caller>()

  /** `patienceMs`: how long an answer is waited for, where that is not the longest of all. */
  constructor(urls: readonly string[], dice: Dice, patienceMs?: number) {
    this.urls = urls
    this.dice = dice
    this.patienceMs = patienceMs
    this.administrator = { ...ADMINISTRATOR, cpf: '' }
  }

  /** Somebody new registers; answers their id. */
  async register(): Promise<string> {
    const number = this.members.size + 1
    const typed = registrationOf({ firstName: `Pessoa${String.fromCharCode(64 + number)}`, lastName: 'Um', number })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
    const answer = await ask(this.dice.pick(this.urls), 'POST /auth/register', { body })
    if (answer.status !== 201) throw new Error(`Registration refused: ${JSON.stringify(answer.body)}`)
    const id = answer.body.user.id as string
    const caller: Caller = { email: typed.email, cpf: typed.cpf, password: PASSWORD }
    take(caller, answer.body as Tokens)
    this.members.set(id, caller)
    return id
  }

  /** As a member, or as the administrator for null. Who somebody is is shown again where the server asks for it. */
  async ask(memberId: string | null, { call, body, picture, sign }: AsRequest): Promise<Answer> {
    const caller = memberId === null ? this.administrator : this.members.get(memberId)
    if (!caller) throw new Error(`Nobody is called ${memberId}`)
    const sent = picture ? { comprovanteBase64: await this.picture(), ...body } : body
    const once = async () =>
      await ask(this.dice.pick(this.urls), call, {
        token: caller.token ?? (await this.signIn(caller)),
        ...(sent === undefined ? {} : { body: sent }),
        ...(sign === undefined ? {} : { headers: await this.signed(memberId!, sign) }),
        withinMs: this.patienceMs,
      })
    let answer = await once()
    if (answer.status === 401) {
      await this.signIn(caller)
      answer = await once()
    }
    if (answer.body?.code !== 'session.confirm_again') return answer
    const proof = { token: caller.token, body: { password: caller.password } }
    await ask(this.dice.pick(this.urls), 'POST /auth/confirm', proof)
    return await once()
  }

  /**
   * A member's phone is lost, and closed by a code from paper: nothing that was on it opens the account. `meanwhile` happens before
   * they are back by another code, with another password and no device yet.
   */
  async losesPhone(memberId: string, meanwhile: () => Promise<void>): Promise<void> {
    const caller = this.members.get(memberId)!
    const { cpf, email, password } = caller
    const made = await this.ask(memberId, { call: 'POST /me/recovery-codes', body: { password } })
    const [lost, back] = (made.body as { codes: [string, string] }).codes
    const { token, refreshToken } = caller
    const open = (call: string, body: object, of?: string) =>
      ask(this.dice.pick(this.urls), call, { ...(of === undefined ? {} : { token: of }), body })
    const expects = async (code: string | null, asked: Promise<Answer>) => {
      const { status, body } = await asked
      if (code === null ? status !== 200 : body?.code !== code)
        throw new Error(`A lost phone is answered ${status} ${JSON.stringify(body)} instead of ${code ?? 'done'}`)
      return body
    }
    await expects('recovery.code_wrong', open('POST /auth/lost-phone', { cpf, codes: ['nada-nada-nada'] }))
    await expects(null, open('POST /auth/lost-phone', { cpf, codes: [lost] }))
    await expects('session.phone_lost', open('POST /auth/login', { email, password }))
    const { status } = await ask(this.dice.pick(this.urls), 'GET /users/profile', { token })
    const refreshed = await open('POST /auth/refresh', { refreshToken })
    if (status !== 401 || refreshed.status === 200) throw new Error('A lost phone still opens its account')
    await meanwhile()
    const newPassword = `outra-senha-boa-${this.dice.below(1e9)}`
    const returns = open('POST /auth/lost-phone/return', { cpf, codes: [back], newPassword })
    take(caller, (await expects(null, returns)) as Tokens)
    caller.password = newPassword
    delete caller.device
  }

  /** The header of their device's signature; the first one makes the device. */
  private async signed(memberId: string, act: ActToSign): Promise<Record<string, string>> {
    const caller = this.members.get(memberId)!
    caller.device ??= await this.addDevice(memberId)
    caller.device.count += 1
    const { body: ground } = await this.ask(memberId, { call: 'GET /me/acts/ground' })
    return signedHeader(ground, caller.device, act)
  }

  private async addDevice(memberId: string): Promise<Device> {
    const { point, privateKey } = makeKey()
    const { status, body } = await this.ask(memberId, { call: 'POST /me/device-keys', body: { public_key: point } })
    if (status !== 201) throw new Error(`A device is refused: ${status} ${JSON.stringify(body)}`)
    return { id: body.id, privateKey, count: 0 }
  }

  /** By the refresh token as a page does, and by the password where the session is over: a clock may have jumped far. */
  private async signIn(caller: Caller): Promise<string> {
    const { email, password, refreshToken } = caller
    if (refreshToken !== undefined) {
      const refreshed = await ask(this.dice.pick(this.urls), 'POST /auth/refresh', { body: { refreshToken } })
      if (refreshed.status === 200) return take(caller, refreshed.body as Tokens)
    }
    const { status, body } = await ask(this.dice.pick(this.urls), 'POST /auth/login', { body: { email, password } })
    if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${JSON.stringify(body)}`)
    return take(caller, body as Tokens)
  }

  /** Both processes have one time; moving it lets each run the jobs that are due. */
  async moveClocks(at: number): Promise<void> {
    for (const url of this.urls) {
      const { status, body } = await ask(url, 'POST /test/clock', { body: { now: new Date(at).toISOString() } })
      if (status !== 200) throw new Error(`The clock does not move: ${status} ${JSON.stringify(body)}`)
    }
  }

  /** A picture that is like no other. */
  private async picture(): Promise<string> {
    const [r, g, b] = [this.dice.below(256), this.dice.below(256), this.dice.below(256)]
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const made = sharp({
      create: { width: PICTURE_PIXELS, height: PICTURE_PIXELS, channels: 3, background: { r, g, b }, noise },
    })
    return (await made.jpeg().toBuffer()).toString('base64')
  }
}

function take(caller: Caller, { access_token, refresh_token }: Tokens): string {
  Object.assign(caller, { token: access_token, refreshToken: refresh_token })
  return access_token
}
