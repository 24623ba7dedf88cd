export type Donations = { readonly count: number; readonly amountCents: number; readonly donationId: string }

export function donationPage({ donationId }: { readonly donationId: string }): string {
  return `/donations?doacao=${donationId}`
}
