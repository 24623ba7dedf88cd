import type { Config } from '#server/lib/config.ts'
import type { Operator } from '#server/tables/circles.ts'

/**
 * The person in charge of personal data (LGPD, art. 41): the circle's own, else the installation's. Null in a
 * demonstration that names neither.
 */
export function privacyContact(
  { privacyContact: ofInstallation }: Pick<Config, 'privacyContact'>,
  operator: Operator | null,
): string | null {
  return operator?.dataProtectionContact ?? ofInstallation ?? null
}
