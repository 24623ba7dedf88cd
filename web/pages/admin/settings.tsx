import { Stack, Tabs, Title } from '@mantine/core'
import { Suspense } from 'react'
import { AdministratorsCard } from '#web/features/administrators/AdministratorsCard.tsx'
import { BackupCard } from '#web/features/backups/BackupCard.tsx'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { CircleSettings } from '#web/features/settings/CircleSettings.tsx'
import { settingsSearch } from '#web/features/settings/search.ts'
import { say } from '#web/text/say.ts'
import { LoadingRows } from '#web/ui/states.tsx'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { RodaSettings } from '../parts/RodaSettings.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

const Laboratory = lazyPart(() => import('#web/features/plans/Laboratory.tsx'))

export default function SettingsPage() {
  const isRoda = useIsRoda()
  const [address] = useUrlState(settingsSearch)
  return <FirstLook>{isRoda && address.aba !== 'laboratorio' ? <RodaSettings /> : <LevelsSettings />}</FirstLook>
}

function LevelsSettings() {
  const [address, change] = useUrlState(settingsSearch)
  const openLaboratory = () => change({ aba: 'laboratorio' }, { push: true })
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {say('Configurações')}
      </Title>
      <Tabs
        value={address.aba === 'laboratorio' ? 'laboratorio' : 'circulo'}
        onChange={(tab) => change({ aba: tab === 'laboratorio' ? tab : '', pessoas: '' }, { push: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label="Configurações">
          <Tabs.Tab value="circulo">Círculo</Tabs.Tab>
          <Tabs.Tab value="laboratorio">Laboratório de planos</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="circulo">
          <CircleSettings onLaboratory={openLaboratory}>
            <BackupCard />
            <AdministratorsCard />
          </CircleSettings>
        </Tabs.Panel>
        <Tabs.Panel value="laboratorio">
          <Suspense fallback={<LoadingRows label="Carregando o laboratório..." />}>
            <Laboratory people={address.pessoas} onCreated={() => change({ aba: '' }, { push: true })} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
