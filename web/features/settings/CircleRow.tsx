import { Box, Group } from '@mantine/core'
import { dayText } from '#web/text/dates.ts'
import { Paging } from '#web/ui/Paging.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { CircleSummary } from './api.ts'

/** The way to the other pages, where there are any: most installations have one circle. */
export function CirclePages({ pages, onPage, label }: Parameters<typeof Paging>[0]) {
  if (pages.totalPages <= 1) return null
  return (
    <Box mt="sm" w="100%">
      <Paging pages={pages} onPage={onPage} label={label} noun="círculos" />
    </Box>
  )
}

export function CircleRow({ circle, children }: { circle: CircleSummary; children?: React.ReactNode }) {
  const { name, mode, plan, members, waiting, places, created_at, ended_at, is_current, open_for_registration } = circle
  return (
    <li aria-label={name} data-shown={is_current || undefined}>
      <div className="circle-row-text">
        <b>{name}</b>
        <span className="circle-marks">
          <StatusMark tone={mode === 'real' ? 'done' : 'wait'}>{mode === 'real' ? 'Real' : 'Demonstração'}</StatusMark>
          {is_current && <StatusMark tone="over">Na tela</StatusMark>}
          {open_for_registration && <StatusMark tone="look">Recebe cadastros</StatusMark>}
        </span>
        <small>
          Plano “{plan.name}”, {plan.balanced ? 'equilibrado' : 'não equilibrado'} ·{' '}
          {members === 1 ? '1 participante' : `${members} participantes`}
          {waiting > 0 && `, ${waiting} esperando aprovação`} · {places} de 100 lugares ·{' '}
          {ended_at ? `recomeçado em ${dayText(ended_at)}` : `desde ${dayText(created_at)}`}
        </small>
      </div>
      <Group gap="xs">{children}</Group>
    </li>
  )
}
