import { Anchor, Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isClosed } from '#contracts/labels.ts'
import { OwnApprovals } from '#web/features/approvals/OwnApprovals.tsx'
import { Ending } from '#web/features/circle/Ending.tsx'
import { CircleToday } from '#web/features/circle/CircleToday.tsx'
import { drawsQuery } from '#web/features/draw/api.ts'
import { useDrawStep } from '#web/features/draw/draw-step.ts'
import { forecastQuery } from '#web/features/forecast/api.ts'
import { OwnTurn } from '#web/features/forecast/OwnTurn.tsx'
import { ContactsToVerify } from '#web/features/home/ContactsToVerify.tsx'
import { ReadingOnly } from '#web/features/home/ReadingOnly.tsx'
import { VerificationBanner } from '#web/features/home/VerificationBanner.tsx'
import { receiveQuery, sendQuery } from '#web/features/home/api.ts'
import { lackingOf } from '#web/ui/lacking.ts'
import { NextStep } from '#web/features/home/NextStep.tsx'
import { LevelBadge } from '#web/features/home/LevelBadge.tsx'
import { CheckedLine } from '#web/features/ledger/CheckedLine.tsx'
import { progressQuery } from '#web/features/levels/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { InSlices } from '#web/ui/InSlices.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { AskedInCases } from './AskedInCases.tsx'

/** A member's first page in a circle of several levels. */
export function LevelsHome() {
  const { user } = useAuth()
  const progressing = useQuery(progressQuery)
  const { data: progress } = progressing
  const isApproved = user?.adminApproved ?? false
  const isReader = user !== null && user !== undefined && isClosed(user.status)
  const forecasting = useQuery({ ...forecastQuery, enabled: isApproved })
  const { data: forecast } = forecasting
  // The parts below wait for those above them, whose height nobody knows before: nothing moves.
  const isLoading = [useQuery(sendQuery), useQuery(receiveQuery), forecasting].some((query) => query.isLoading)
  // An order is drawn before anything was asked for; afterwards nobody needs to ask for draws.
  const mayBeDrawn = forecast?.asked === false && !forecast.places.some(({ turns: [turn] }) => turn?.running)
  const draw = useDrawStep(mayBeDrawn)
  const drawing = useQuery({ ...drawsQuery, enabled: mayBeDrawn })
  // A badge is as high as it has words, and everything stands below it.
  if (progressing.isLoading && progressing.failureCount === 0) return <LoadingRows />
  return (
    <Stack gap="lg">
      <Group justify="space-between" mih={32}>
        <Title order={1} size="h2">
          Início
        </Title>
        {progress ? (
          <LevelBadge progress={progress} />
        ) : (
          // It could not be read, and nothing else waits for it.
          <div className="level-badge">
            <Badge color="gray.4" c="#241300" size="lg">
              Nível …
            </Badge>
            <Skeleton h={14} w={180} aria-hidden="true" />
          </div>
        )}
      </Group>
      <Text className="wrap-anywhere">Que bom ter você aqui, {user?.firstName}.</Text>
      <Ending />
      {isReader ? (
        <ReadingOnly />
      ) : (
        <NextStep
          isApproved={isApproved}
          other={draw}
          lacking={lackingOf([forecasting, ...(mayBeDrawn ? [drawing] : [])])}
        />
      )}
      <AskedInCases />
      {isApproved && <OwnTurn isCompleted={progress?.levels.every((level) => level.level_completed) ?? false} />}
      <InSlices>{!isLoading && <Below isApproved={isApproved} />}</InSlices>
    </Stack>
  )
}

function Below({ isApproved }: { isApproved: boolean }) {
  return (
    <>
      <VerificationBanner isVerified={isApproved} />
      <ContactsToVerify />
      {isApproved && <OwnApprovals />}
      {isApproved && <CircleToday />}
      {isApproved && <CheckedLine />}
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="xs">
          Como se orientar
        </Title>
        <Text>
          Em{' '}
          <Anchor component={Link} to="/donations">
            Doações
          </Anchor>{' '}
          está o que você deve, a quem e até quando, e o que está a caminho de você.{' '}
          {isApproved && (
            <>
              Em{' '}
              <Anchor component={Link} to="/reports">
                Reports
              </Anchor>{' '}
              você acompanha o que denunciou.{' '}
            </>
          )}
          Em{' '}
          <Anchor component={Link} to="/profile">
            Perfil
          </Anchor>{' '}
          estão os seus dados.
        </Text>
      </Paper>
    </>
  )
}
