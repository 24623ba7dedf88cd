import './notices.css'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { eventRule, isAlwaysTold, isWanted } from '#contracts/notice-events.ts'
import { noticeChannels, noticeEvents, noticeGroups } from '#contracts/notices/events.ts'
import type { NoticeChannel, NoticeEvent, NoticeGroup } from '#contracts/notices/events.ts'
import { failureText } from '#web/api/client.ts'
import { isMember } from '#web/api/storage.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import type { Profile } from './api.ts'
import { preferencesQuery, pushDevicesQuery, useChoose } from './notices-api.ts'
import type { Preferences } from './notices-api.ts'
import { Section } from './ProfileSection.tsx'
import { PushHere } from './PushHere.tsx'
import { Reminders } from './Reminders.tsx'

const channelNames: Readonly<Record<NoticeChannel, string>> = { email: 'E-mail', push: 'Aparelho' }
const groups = Object.keys(noticeGroups) as NoticeGroup[]
const events = Object.keys(noticeEvents) as NoticeEvent[]

/** How a person is told of what concerns them: everything in the inbox, and by e-mail and device what they choose. */
export function NoticeSettings({ profile }: { profile: Profile }) {
  const { data, error, refetch } = useQuery(preferencesQuery)
  const { data: devices } = useQuery(pushDevicesQuery)
  const hasPush = devices !== undefined && devices.publicKey !== null
  return (
    <Section title="Avisos">
      <Stack gap="lg">
        <Reminders profile={profile} />
        <PushHere userId={profile.id} />
        {error && !data && <Unread error={error} otherwise="Erro ao carregar as suas escolhas" refetch={refetch} />}
        {!data && !error && <LoadingRows rows={2} />}
        {data && (
          <Table
            preferences={data}
            isMailOff={profile.remindersOff}
            channels={noticeChannels.filter((channel) => channel === 'email' || hasPush)}
            profile={profile}
          />
        )}
      </Stack>
    </Section>
  )
}

type TableProps = {
  readonly preferences: Preferences
  readonly isMailOff: boolean
  readonly channels: readonly NoticeChannel[]
  readonly profile: Profile
}

/** Why an administrator cannot switch an event off. */
const LOCKED = 'é o que protege o círculo de um engano, ou de alguém que aja sozinho.'

function Table({ preferences, isMailOff, channels, profile }: TableProps) {
  const choose = useChoose()
  const own = new Set<string>(['everybody'])
  if (isMember(profile)) own.add('member')
  if (profile.role === 'ADMIN') own.add('administrator')
  const rowsOf = (group: NoticeGroup) =>
    events.filter((event) => {
      const rule = eventRule(event)
      return rule.group === group && own.has(rule.for)
    })
  return (
    <div>
      <Text size="sm" c="dimmed" mb="xs">
        Tudo fica sempre em Avisos, no sino. Escolha o que chega também de outro modo.
      </Text>
      <table className="notice-table" aria-label="O que chega por onde">
        <thead>
          <tr>
            <th scope="col">O que acontece</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {channelNames[channel]}
              </th>
            ))}
          </tr>
        </thead>
        {groups
          .filter((group) => rowsOf(group).length > 0)
          .map((group) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={channels.length + 1}>
                  {noticeGroups[group]}
                  {rowsOf(group).every(isAlwaysTold) && (
                    <Text component="span" display="block" size="sm" c="dimmed">
                      Chegam sempre: {group === 'administration' ? LOCKED : 'alguém poderia estar agindo em seu nome.'}
                    </Text>
                  )}
                </th>
              </tr>
              {rowsOf(group).map((event) => (
                <EventRow
                  key={event}
                  event={event}
                  isGroupLocked={rowsOf(group).every(isAlwaysTold)}
                  {...{ preferences, isMailOff, channels }}
                  onChoose={(box, isOn) => !choose.isPending && choose.mutate({ box, isWanted: isOn })}
                />
              ))}
            </tbody>
          ))}
      </table>
      {choose.error && (
        <Text c="red" size="sm" role="alert">
          {failureText(choose.error, 'Não foi possível guardar a sua escolha. Tente novamente.')}
        </Text>
      )}
    </div>
  )
}

type RowProps = Omit<TableProps, 'profile'> & {
  readonly event: NoticeEvent
  /** Said once for the whole group, then. */
  readonly isGroupLocked: boolean
  readonly onChoose: (box: `${NoticeEvent}:${NoticeChannel}`, isWanted: boolean) => void
}

/** An event, with a box for each way in which it can be told. */
function EventRow({ event, isGroupLocked, preferences, isMailOff, channels, onChoose }: RowProps) {
  const isLocked = isAlwaysTold(event)
  return (
    <tr>
      <th scope="row">
        {noticeEvents[event].label}
        {isLocked && !isGroupLocked && (
          <Text component="span" display="block" size="sm" c="dimmed">
            Chega sempre: {LOCKED}
          </Text>
        )}
      </th>
      {channels.map((channel) => {
        const isOff = channel === 'email' && isMailOff && !isLocked
        const isOn = !isOff && isWanted(preferences.notices, event, channel)
        return (
          <td key={channel}>
            <label>
              <input
                type="checkbox"
                aria-label={`${noticeEvents[event].label}: ${channelNames[channel]}`}
                checked={isOn}
                disabled={isLocked || isOff}
                onChange={() => onChoose(`${event}:${channel}`, !isOn)}
              />
            </label>
          </td>
        )
      })}
    </tr>
  )
}
