import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** To the page on what a bank can do, where somebody is missing money or paid the wrong key. */
export function BankLink({ children }: { children: string }) {
  return (
    <Anchor size="sm" className="bank-link" renderRoot={(props) => <Link {...props} to="/banco" />}>
      {children}
    </Anchor>
  )
}
