/** Whether the administration has approved the account, and what that means. */
export function VerificationBanner({ isVerified }: { isVerified: boolean }) {
  return (
    <div className="account-note" data-verified={isVerified} role="note">
      <svg
        width="20"
        height="20"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 1.4l5.2 2v4c0 3.2-2.2 5.6-5.2 7-3-1.4-5.2-3.8-5.2-7v-4z" />
        {isVerified ? <path d="M5.6 8l1.8 1.8 3-3.4" /> : <path d="M8 5v3.2M8 10.6v.1" />}
      </svg>
      <p>
        <strong>{isVerified ? 'Conta Verificada' : 'Não Verificado'}</strong>
        {isVerified
          ? 'Sua conta foi aprovada pelo administrador. Você tem acesso completo ao sistema.'
          : 'Sua conta está aguardando aprovação do administrador. Você tem acesso limitado ao sistema.'}
      </p>
    </div>
  )
}
