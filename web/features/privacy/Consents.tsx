import { Anchor, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OutcomeSummary } from '#web/features/circle/Outcome.tsx'
import { fullMomentText } from '#web/text/dates.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { privacyQuery } from './api.ts'
import type { Consent, Privacy } from './api.ts'
import { describeConsent } from './consent-snapshot.ts'

/** The data protection contact, and the accepted terms with their dates and the figures shown with them. */
export function Consents() {
  const { data, error, refetch } = useQuery(privacyQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar o que você aceitou" refetch={refetch} />
  if (!data) return <LoadingRows rows={2} />
  return (
    <>
      <Contact {...data} />
      <Paper withBorder p="lg" component="section" aria-labelledby="aceitou">
        <Title order={2} size="h4" id="aceitou" mb="xs">
          O que você aceitou
        </Title>
        {data.consents.length === 0 && (
          <Text c="dimmed">Nenhum aceite guardado: esta conta não passou pelo cadastro.</Text>
        )}
        <ul className="privacy-list">
          {data.consents.map((consent) => (
            <Accepted key={consent.accepted_at} consent={consent} />
          ))}
        </ul>
      </Paper>
    </>
  )
}

function Contact({ contact, operator }: Pick<Privacy, 'contact' | 'operator'>) {
  const isMail = contact !== null && /^\S+@\S+$/.test(contact)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="responde">
      <Title order={2} size="h4" id="responde" mb="xs">
        Quem responde pelos seus dados
      </Title>
      {operator && <Text className="wrap-anywhere">Operação do círculo: {operator}</Text>}
      {contact ? (
        <Text className="wrap-anywhere">
          Proteção de dados: {isMail ? <Anchor href={`mailto:${contact}`}>{contact}</Anchor> : contact}
        </Text>
      ) : (
        <Text>
          Esta demonstração não nomeia uma pessoa encarregada. Para pedidos sobre os seus dados, fale com a
          administração do círculo.
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" maw={680}>
        A lei (LGPD) lhe dá o direito de saber o que é guardado, corrigir, levar uma cópia e apagar. Corrigir é com a
        administração; o resto você faz nesta página.
      </Text>
    </Paper>
  )
}

function Accepted({ consent: { terms_version, accepted_at, shown } }: { consent: Consent }) {
  const { mode, planName, levels, outcome } = describeConsent(shown)
  return (
    <li>
      <Text>
        Os termos do círculo, em <time dateTime={accepted_at}>{fullMomentText(accepted_at)}</time>
      </Text>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {planName ?? `Versão ${terms_version}`}
      </Text>
      <details>
        <summary>O que foi mostrado</summary>
        <div className="privacy-shown">
          {mode && <Text size="sm">{mode}</Text>}
          {planName && (
            <Text size="sm" className="wrap-anywhere">
              Marca dos termos no livro: {terms_version}
            </Text>
          )}
          {levels.map((level) => (
            <Text size="sm" key={level}>
              {level}
            </Text>
          ))}
          {outcome ? (
            <OutcomeSummary outcome={outcome} />
          ) : (
            <Text size="sm">O resultado simulado do plano não foi guardado com este aceite.</Text>
          )}
        </div>
      </details>
    </li>
  )
}
