import './bank-help.css'
import { bankPoints } from './BankPoints.tsx'

/** The help of a bank and the police about a PIX, and its limits: shown where somebody is missing money. */
export function BankHelp() {
  return (
    <details className="case-help">
      <summary>O que o banco pode fazer, e o que não pode</summary>
      <ul>
        {bankPoints.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}:</strong> {text}
          </li>
        ))}
        <li>
          <strong>A administração deste círculo</strong> decide o que vale aqui dentro: se a doação conta como feita.
          Ela não tem o dinheiro, não vê a sua conta e não consegue desfazer um PIX.
        </li>
      </ul>
    </details>
  )
}
