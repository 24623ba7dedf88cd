import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { asksLittle } from '#contracts/asks-little.ts'
import { readStored } from '#web/api/storage.ts'
import { circleQuery, outcomeQuery } from '#web/features/circle/api.ts'
import {
  dropInvitation,
  isInvitationRefused,
  joinInvitationQuery,
  keptInvitation,
} from '#web/features/circle/invitation.ts'
import { isNoCircle } from '#web/features/circle/is-no-circle.ts'
import { noteRegistered } from '#web/api/registered-in.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { clearDraft, joiningToSend, loadDraft, registrationToSend, saveDraft } from './draft.ts'
import type { Registration } from './draft.ts'
import { shortFaults, stepFaults } from './validate.ts'
import type { FieldErrors } from './validate.ts'

/**
 * The first field at fault, in the order of the screen: whoever uses a keyboard or hears the screen goes on from
 * there.
 */
function focusOn(names: string[]): void {
  const fields = [...document.querySelectorAll<HTMLElement>('form [name]')]
  fields.find((field) => names.includes(field.getAttribute('name')!))?.focus()
}

/** Whether a reading failed, and not because there is no such invitation or circle, of which the page tells. */
const isTrouble = (error: unknown) => Boolean(error) && !isInvitationRefused(error) && !isNoCircle(error)

/** The draft of a registration, step by step, into the circle of an invitation or the one that takes registrations. */
export function useRegistration() {
  const { join, register, error: refused, clearError } = useAuth()
  const navigate = useNavigate()
  // An invitation leads into its own circle, whichever takes registrations.
  const [secret, setSecret] = useState(keptInvitation)
  const invitation = useQuery(joinInvitationQuery(secret))
  const open = useQuery({ ...circleQuery, enabled: secret === null })
  const usual = useQuery({ ...outcomeQuery, enabled: secret === null })
  const circle = secret === null ? open.data : invitation.data?.circle
  const outcome = secret === null ? usual.data : invitation.data?.outcome
  const isShort = circle === undefined ? null : asksLittle(circle)
  // Which fields there are is the circle's to say, and a roda says first of all what it does.
  const isReading = open.isLoading || invitation.isLoading || (isShort === true && usual.isLoading)
  const [{ values, step }, setDraft] = useState(loadDraft)
  // A reading that failed is asked for again: without it this would be the form of another circle, or terms that never come.
  const needed = isShort === null ? [open, invitation] : isShort || step === 4 ? [usual] : []
  const unread = needed.find(({ data, error }) => data === undefined && isTrouble(error)) ?? null
  const [faults, setFaults] = useState<{ fields: FieldErrors; first: string } | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => saveDraft(values, step), [values, step])

  const change = (patch: Partial<Registration>) =>
    setDraft((draft) => ({ ...draft, values: { ...draft.values, ...patch } }))
  const goTo = (next: number) => {
    setFaults(null)
    clearError()
    setDraft((draft) => ({ ...draft, step: next }))
    scrollTo({ top: 0 })
  }

  // Without it, the circle and its terms are others: they are read and accepted anew.
  const withoutInvitation = () => {
    dropInvitation()
    setSecret(null)
    clearError()
    change({ termsAccepted: false })
  }

  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const found = isShort ? shortFaults(values) : stepFaults(step, values)
    setFaults(found)
    if (found) return focusOn(Object.keys(found.fields))
    if (!isShort && step < 4) return goTo(step + 1)
    if (isBusy) return
    setBusy(true)
    const isIn = isShort
      ? await join(joiningToSend(values, circle?.terms_version, secret))
      : await register(registrationToSend(values, circle?.terms_version, secret))
    setBusy(false)
    // An invitation that is over by now says so; everything that was typed stays.
    if (!isIn) return void (secret !== null && invitation.refetch())
    const { user } = readStored()
    if (user && circle) noteRegistered({ userId: user.id, circleId: circle.id })
    clearDraft()
    dropInvitation()
    await navigate({ to: '/', replace: true })
  }

  return {
    values,
    step,
    isShort,
    isReading,
    unread,
    circle,
    outcome,
    invitation: secret === null ? null : invitation,
    errors: faults?.fields ?? {},
    error: faults?.first ?? refused,
    isBusy,
    change,
    goTo,
    withoutInvitation,
    submit,
    clearError,
  }
}
