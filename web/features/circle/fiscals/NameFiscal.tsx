import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Refused } from '#web/ui/Refused.tsx'
import { fiscalsQuery, useFiscal } from './api.ts'

/** The organiser names somebody for the second signature; whoever is named already has no button. */
export function NameFiscal({ memberId, name }: { memberId: string; name: string }) {
  const { data } = useQuery(fiscalsQuery)
  const { mutate, isPending, isSuccess, error } = useFiscal()
  if (isSuccess) return <span role="status">Indicação feita. Agora a roda confirma.</span>
  if (!data || data.people.some(({ member_id }) => member_id === memberId)) return null
  return (
    <>
      <Refused error={error} otherwise="A indicação não foi feita. Tente de novo." />
      <Button
        variant="default"
        aria-label={`Indicar ${name} como fiscal`}
        disabled={isPending}
        onClick={() => mutate({ does: 'name', memberId })}
      >
        Indicar como fiscal
      </Button>
    </>
  )
}
