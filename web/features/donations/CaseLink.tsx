import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The way from a reported donation to its case, which both of its people may read. */
export function CaseLink({ id }: { id: string }) {
  return (
    <Anchor
      size="sm"
      className="case-link"
      renderRoot={(props) => <Link {...props} to="/reports/$reportId" params={{ reportId: id }} />}
    >
      Abrir o caso
    </Anchor>
  )
}
