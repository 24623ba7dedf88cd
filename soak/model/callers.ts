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
  readonly password: string
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
    this.administrator = { ...ADMINISTRATOR }
  }

  /** Somebody new registers; answers their id. */
  async register(): Promise<string> {
    const number = this.members.size + 1
    const typed = registrationOf({ firstName: `Pessoa${String.fromCharCode(64 + number)}`, lastName: 'Um', number })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
    const answer = await ask(this.dice.pick(this.urls), 'POST /auth/register', { body })
    if (answer.status !== 201) throw new Error(`Registration refused: ${JSON.stringify(answer.body)}`)
    const id = answer.body.user.id as string
    const caller: Caller = { email: typed.email, password: PASSWORD }
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
