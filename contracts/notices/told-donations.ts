import type { OtherPerson } from './helpers.ts'

/** `helper`: who did it for the other party. */
export type Donations = {
  readonly count: number
  readonly amountCents: number
  readonly donationId: string
  readonly helper?: OtherPerson
}

/** Says who did it for the other party, where somebody did. */
export const byHelper = ({ helper }: Donations): string =>
  helper ? ` Feito por ${helper.name ?? 'quem a ajudava'}, que ajuda essa pessoa.` : ''

export function donationPage({ donationId }: { readonly donationId: string }): string {
  return `/donations?doacao=${donationId}`
}
