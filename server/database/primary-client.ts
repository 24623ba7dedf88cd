import { Client } from 'pg'
import { DatabaseUnavailable } from './errors.ts'

/**
 * A connection that knows whether it may write: PostgreSQL tells at its start, and again when that changes. Behind an address that
 * moves at a failover it may have reached a standby, and would answer 'read only' for as long as it was kept.
 */
export class PrimaryClient extends Client {
  readonly #told = new Map<string, string>()

  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config)
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) =>
      this.#told.set(parameterName, parameterValue),
    )
  }

  /** Why nothing can be written on it; undefined where it can. */
  refusal(): DatabaseUnavailable | undefined {
    const isReadOnly = ['in_hot_standby', 'default_transaction_read_only'].some((name) => this.#told.get(name) === 'on')
    return isReadOnly ? new DatabaseUnavailable('the server reached only reads') : undefined
  }
}

type ParameterStatus = { parameterName: string; parameterValue: string }
