/** Everything the wizard asks for. Images are base64 without prefix. */
export type Registration = {
  firstName: string
  lastName: string
  email: string
  phone: string
  cpf: string
  birthDate: string
  cep: string
  address: string
  addressNumber: string
  bank: string
  agency: string
  account: string
  pixKeyType: 'phone' | 'email' | 'cpf' | 'random'
  pixKey: string
  pixOwnerName: string
  pixCopyPaste: string
  pixQrCode: string
  btcAddress: string
  btcQrCode: string
  usdtAddress: string
  usdtQrCode: string
  password: string
  confirmPassword: string
  termsAccepted: boolean
}

export const emptyRegistration: Registration = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  cpf: '',
  birthDate: '',
  cep: '',
  address: '',
  addressNumber: '',
  bank: '',
  agency: '',
  account: '',
  pixKeyType: 'email',
  pixKey: '',
  pixOwnerName: '',
  pixCopyPaste: '',
  pixQrCode: '',
  btcAddress: '',
  btcQrCode: '',
  usdtAddress: '',
  usdtQrCode: '',
  password: '',
  confirmPassword: '',
  termsAccepted: false,
}

const KEY = 'registrationDraft'
const NEVER_KEPT = ['password', 'confirmPassword', 'termsAccepted'] as const

/** Keeps the work over a reload of this tab, never the password. */
export function saveDraft(values: Registration, step: number): void {
  const kept: Partial<Registration> = { ...values }
  for (const field of NEVER_KEPT) delete kept[field]
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ values: kept, step: Math.min(step, 3) }))
  } catch {
    // A full or forbidden storage costs the reload, not the registration.
  }
}

export function loadDraft(): { values: Registration; step: number } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      values: Partial<Registration>
      step: number
    } | null
    if (kept) return { values: { ...emptyRegistration, ...kept.values }, step: kept.step }
  } catch {
    // Unreadable: begin anew.
  }
  return { values: emptyRegistration, step: 1 }
}

export function clearDraft(): void {
  sessionStorage.removeItem(KEY)
}

/** What is sent: without the confirmation and the box, optional fields left out when empty. */
export function registrationToSend(values: Registration, termsVersion: string | undefined) {
  const { confirmPassword: _, termsAccepted: __, ...rest } = values
  const optional = ['bank', 'agency', 'account', 'btcAddress', 'btcQrCode', 'usdtAddress', 'usdtQrCode'] as const
  const sent: Partial<typeof rest> & Omit<typeof rest, (typeof optional)[number]> = { ...rest }
  for (const field of optional) if (!sent[field]) delete sent[field]
  return { ...sent, ...(termsVersion ? { terms_version: termsVersion } : {}) }
}
