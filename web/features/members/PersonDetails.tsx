import { Divider, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asksLittle } from '#contracts/asks-little.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { dayText } from '#web/text/dates.ts'
import type { User } from './api.ts'
import { CopyText } from './CopyText.tsx'
import { sectionsOf } from './sections.ts'
import { ProfileDetails } from '#web/ui/ProfileDetails.tsx'
import { isMember } from '#web/api/storage.ts'
import { say } from '#web/text/say.ts'

export function PersonDetails({ user }: { user: User }) {
  const confirmed = (isConfirmed: boolean) => (isConfirmed ? '(confirmado)' : '(não confirmado)')
  const notes = { email: confirmed(user.emailVerified), phone: confirmed(user.phoneVerified) }
  const { data: circle } = useQuery(circleQuery)
  const unasked = circle && asksLittle(circle) ? (['address', 'bank', 'crypto'] as const) : []
  return sectionsOf(user, unasked).map(({ title, groups }) => (
    <Details key={title} title={title}>
      <ProfileDetails profile={user} groups={groups} {...(groups.includes('personal') ? { notes } : {})} />
    </Details>
  ))
}

export function CircleDetails({ user }: { user: User }) {
  const { data: circle } = useQuery(circleQuery)
  const hasThree = circle?.plan.levels.length === 3
  const isShort = circle !== undefined && asksLittle(circle)
  return (
    <Details title="No círculo">
      {!isShort && (
        <>
          <Detail label={say('Nível atual')}>{!isMember(user) ? 'Não participa' : say`N${user.current_level}`}</Detail>
          <Detail label="Pode entrar de novo">{user.can_reenter ? 'Sim' : 'Não'}</Detail>
        </>
      )}
      {hasThree && (
        <Detail label={say('Nível 3 concluído em')}>
          {user.n3_completed_at ? dayText(user.n3_completed_at) : 'Ainda não'}
        </Detail>
      )}
      <Detail label="Cadastrado em">{dayText(user.createdAt)}</Detail>
      <Detail label="Atualizado em">{dayText(user.updatedAt)}</Detail>
      <Detail label="Código" copy={user.id} what="o código">
        {user.id}
      </Detail>
    </Details>
  )
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={4} size="h6">
        {title}
      </Title>
      <Divider my={8} />
      <dl className="user-facts">{children}</dl>
    </section>
  )
}

function Detail({ label, children, copy, what }: { label: string; children: ReactNode; copy?: string; what?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children} {copy && <CopyText value={copy} what={what!} />}
      </dd>
    </div>
  )
}
