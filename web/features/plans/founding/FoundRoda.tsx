import './founding.css'
import '#web/features/circle/ring.css'
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { BodySent } from '#contracts/contract.ts'
import { isValidCpf } from '#contracts/payment/documents.ts'
import { ApiError, failureText } from '#web/api/client.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { ownAdministrationQuery } from '../api.ts'
import { emptyRoda, monthsOfTwo, parseRoda } from '../roda.ts'
import type { Roda, RodaDraft } from '../roda.ts'
import { Founded } from './Founded.tsx'
import { RodaFields } from './RodaFields.tsx'
import { RodaPromise } from './RodaPromise.tsx'
import { useFounding } from './useFounding.ts'
import type { Founding } from './useFounding.ts'
import { nobody, WhoAnswers } from './WhoAnswers.tsx'

/**
 * A roda by three questions and who answers for it: what it does is said in three lines, and made with one press. From
 * then on it is on screen, takes people, and its invitation is the next thing.
 */
export function FoundRoda() {
  const founding = useFounding()
  const founded = useLocation({ select: ({ state }) => state.founded })
  const { form, setForm, forget, roda, parsed, isSeen, see } = useTypedRoda()
  const { name, who, hasTwo } = form
  const [isOwn, setOwn] = useState(true)
  const [wantsPart, setWantsPart] = useState(true)
  // The name and CPF of this page are the founder's own only where they answer for it themselves.
  const takesPart = isOwn && wantsPart
  const { data: self } = useQuery(ownAdministrationQuery)
  const faults = parsed.plan ? {} : parsed.faults
  const { error } = founding
  const fields = error instanceof ApiError ? onThisPage(error.fields) : {}
  const isReady = parsed.plan !== null && isSeen && name.trim() !== ''
  if (founded?.link) return <Founded {...founded} link={founded.link} />
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!parsed.plan || !isReady || founding.isPending) return
    founding.mutate(foundingOf(parsed, form, { self, isOwn, takesPart }), { onSuccess: forget })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={1} size="h2">
          Uma roda de verdade
        </Title>
        <RodaFields
          roda={roda}
          hasTwo={hasTwo}
          membersFault={faults.members ?? fields['people']}
          amountFault={faults.amount}
          onRoda={(next) => setForm({ ...form, roda: next })}
          onTwo={(next) => setForm({ ...form, hasTwo: next })}
        />
        {parsed.plan && <RodaPromise roda={parsed} isSeen={isSeen} onSee={see} />}
        <TextInput
          label="Nome da roda"
          placeholder="Roda da Vila"
          maxLength={60}
          value={name}
          error={fields['name']}
          onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
        />
        <WhoAnswers
          who={who}
          isOwn={isOwn}
          errors={fields}
          onWho={(next) => setForm({ ...form, who: next })}
          onOwn={setOwn}
          wantsPart={wantsPart}
          onPart={setWantsPart}
        />
        {error && <FoundingFault error={error} isInFields={Object.keys(fields).length > 0} />}
        {parsed.plan && !isReady && (
          <Text size="sm" c="dimmed">
            {name.trim() === '' ? 'Falta o nome da roda.' : 'Falta marcar que você leu o que acontece se a roda parar.'}
          </Text>
        )}
        <Button type="submit" mih={44} disabled={!isReady || founding.isPending}>
          {founding.isPending ? 'Criando...' : 'Criar a roda'}
        </Button>
      </Stack>
    </form>
  )
}

type Form = { readonly roda: RodaDraft; readonly name: string; readonly who: typeof nobody; readonly hasTwo: boolean }

/** The form as it is typed, the roda in it as it is read, and whether its outcome was seen. */
function useTypedRoda() {
  const [form, setForm, forget] = useDraft<Form>('roda', { roda: emptyRoda, name: '', who: nobody, hasTwo: false })
  // With two places somebody receives from two fewer: the rotation is a month shorter.
  const roda = { ...form.roda, months: form.hasTwo ? monthsOfTwo(form.roda) : '' }
  const [seen, setSeen] = useState<string | null>(null)
  // The tick is for one roda: another one has to be read and ticked anew.
  const shown = JSON.stringify([roda.members, roda.amount, form.hasTwo])
  const see = (isSeen: boolean) => setSeen(isSeen ? shown : null)
  return { form, setForm, forget, roda, parsed: parseRoda(roda), isSeen: seen === shown, see }
}

type Founder = {
  readonly self: { readonly id: string; readonly has_cpf: boolean } | undefined
  readonly isOwn: boolean
  readonly takesPart: boolean
}

/** The roda to found, with an invitation for everybody but a founder who takes part. */
function foundingOf({ plan, members }: Roda, { name, who }: Form, { self, isOwn, takesPart }: Founder): Founding {
  const circle = {
    name,
    mode: 'real',
    plan,
    people: members,
    outcome_seen: true,
    takes_part: takesPart,
    operator: { ...who, dataProtectionContact: who.contact },
  } as const
  const own = isOwn && self ? { id: self.id, facts: factsOf(who, { takesPart, hasCpf: self.has_cpf }) } : null
  return { circle, people: members - Number(takesPart), own }
}

function FoundingFault({ error, isInFields }: { error: Error; isInFields: boolean }) {
  return (
    <Alert color="red" role="alert">
      {isInFields ? 'Confira os campos destacados.' : failureText(error, 'Não foi possível criar a roda.')}
    </Alert>
  )
}

/** Faults by the fields of this page: the founder's own name and CPF are those of who answers, and one contact serves for both. */
function onThisPage(faults: Readonly<Record<string, string>>): Record<string, string> {
  const { firstName, lastName, cpf, 'operator.dataProtectionContact': contact, ...fields } = faults
  const also = {
    'operator.name': firstName ?? lastName,
    'operator.document': cpf,
    'operator.contact': contact,
  }
  return Object.fromEntries(
    Object.entries({ ...also, ...fields }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The facts about the founder that the installation does not know yet: the CPF, and of one who takes part the name. */
function factsOf(
  { name, document }: typeof nobody,
  { takesPart, hasCpf }: { takesPart: boolean; hasCpf: boolean },
): BodySent<'PATCH /users/{id}'> {
  const cpf = document.replaceAll(/\D/g, '')
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return {
    ...(!hasCpf && isValidCpf(cpf) ? { cpf } : {}),
    ...(takesPart && rest.length > 0 ? { firstName, lastName: rest.join(' ') } : {}),
  }
}
