import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { checkpointQuery } from './api.ts'
import { OtherLedgerToday } from './OtherLedgerToday.tsx'

/** 'Confira no grupo: 4821 0937 1155': the day's code, the same for everybody in the circle. Nothing while it is not known. */
export function DayCode() {
  const { data } = useQuery(checkpointQuery)
  if (!data) return null
  return (
    <>
      <Text size="sm" mt="md">
        Confira no grupo: <b className="day-code">{data.code}</b>
      </Text>
      {data.isOther && <OtherLedgerToday />}
    </>
  )
}
