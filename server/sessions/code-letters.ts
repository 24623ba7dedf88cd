import type { Services } from '#server/context.ts'
import { greeting } from '#server/mail/greeting.ts'

export function codeText(firstName: string, code: string) {
  return {
    subject: `${code} é o seu código da Ciranda`,
    text: `${greeting(firstName)}\n\nSeu código é ${code}. Ele vale por 15 minutos e só uma vez.\nSe não foi você que pediu, ignore esta mensagem. A Ciranda nunca pede este código a ninguém.`,
  }
}

/** The link brings the code and the address after its #, so that no server's log has them and nobody types them. */
export function recoveryText(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  { firstName, handle }: { firstName: string; handle: string },
  code: string,
) {
  const page = `${publicUrl()}/recover`
  return {
    subject: `${code} é o código para trocar a sua senha na Ciranda`,
    text: `${greeting(firstName)}\n\nCom o código ${code} você escolhe uma senha nova em ${page}. Ele vale por uma hora e só uma vez.\nEste link já leva o código:\n${page}#${new URLSearchParams({ codigo: code, email: handle })}\nSe não foi você que pediu, ignore esta mensagem: sem o código, a sua senha continua a mesma. Não o diga a ninguém.`,
  }
}
