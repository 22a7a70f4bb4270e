/** The rows of this room's tables as the SQL builder types them. */
import type { JWK } from 'jose'
import type { ColumnType, Generated } from 'kysely'
import type { appClients, onlineUsers, registrations } from '../../model/index.ts'
import type { Language } from '../../model/labels/index.ts'

/** By what somebody shows who they are: a code is one of an app, or a recovery code. */
export type IdentityProof = 'password' | 'code' | 'passkey'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    sessions: Owned & {
      id: string
      /** Null where a client acts for itself. */
      user_id: string | null
      client_id: Generated<string | null>
      scopes: Generated<string | null>
      access_scopes: Generated<string | null>
      expires_at: Date
      parent_id: string | null
      acting_role_id: string | null
      /** Of a display: the link that opened it. */
      screen_link_id: Generated<string | null>
      read_only: Generated<boolean>
      access_hash: Buffer
      access_expires_at: Date
      previous_access_hash: Buffer | null
      address: string
      browser: string
      dialect: Generated<'browser' | null>
      registered_at: Date | null
      last_seen_at: Generated<Date>
      ended_at: Date | null
      confirmed_at: Generated<Date | null>
      /** Until it has signed something. */
      confirmed_by: Generated<IdentityProof | null>
      created_at: Generated<Date>
    }
    /** Links by which a display without an account shows one screen, as whoever made them, in one of their roles. */
    screen_links: Owned & {
      id: string
      screen_id: string
      link_name: string
      token_hash: Buffer
      password_hash: string | null
      role_id: string
      networks: string[]
      most_displays: number
      language: Language
      expires_at: Date
      revoked_at: Generated<Date | null>
      created_by: string
      created_at: Generated<Date>
    }
    /** A view: sessions that can still be used, with the users behind them. */
    online_users: Standard & Owned & Columns<typeof onlineUsers> & { user_id: string }
    refresh_tokens: Owned & { hash: Buffer; session_id: string; expires_at: Date; used_at: Date | null }
    totp_secrets: Owned & {
      user_id: string
      sealed_secret: Buffer
      last_step: Generated<string>
      enabled_at: Generated<Date | null>
      created_at: Generated<Date>
    }
    recovery_codes: Owned & { user_id: string; hash: Buffer; used_at: Generated<Date | null> }
    passkeys: Owned & {
      id: string
      user_id: string
      passkey_name: string
      credential_id: string
      public_key: Buffer
      counter: string
      transports: string
      last_used_at: Generated<Date | null>
      created_at: Generated<Date>
    }
    factor_challenges: Owned & {
      hash: Buffer
      purpose: 'second-step' | 'sign-in' | 'register' | 'confirm'
      user_id: string | null
      password_hash: string | null
      expires_at: Date
    }
    app_clients: Standard & Owned & Columns<typeof appClients>
    app_client_secrets: Owned & { client_id: string; hash: Buffer; created_at: Generated<Date> }
    consents: Owned & { user_id: string; client_id: string; scopes: string; given_at: Generated<Date> }
    authorization_codes: Owned & {
      hash: Buffer
      client_id: string
      user_id: string
      redirect_uri: string
      scopes: string
      challenge: string | null
      expires_at: Date
      used_at: Generated<Date | null>
      session_id: Generated<string | null>
      nonce: Generated<string | null>
      authenticated_at: Generated<Date | null>
    }
    former_passwords: Owned & { user_id: string; password_hash: string; replaced_at: Generated<Date> }
    one_time_secrets: Owned & {
      id: string
      user_id: string
      purpose: string
      secret_hash: string
      tries: Generated<number>
      expires_at: Date
      used_at: Date | null
      created_at: Generated<Date>
    }
    pending_contacts: Owned & {
      user_id: string
      contact: 'email' | 'mobile'
      email: string | null
      prefix: string | null
      mobile: string | null
      code_hash: string
      tries: Generated<number>
      expires_at: Date
      created_at: Generated<Date>
    }
    signing_keys: { id: string; public_key: ColumnType<JWK, string>; sealed_private_key: Buffer; created_at: Date }
    captchas: { key_hash: Buffer; answer_hash: Buffer; passed_at: Date | null; created_at: Generated<Date> }
    registrations: Standard &
      Owned &
      Omit<Columns<typeof registrations>, 'registration_state' | 'decided_at'> & {
        registration_state: Generated<string>
        decided_at: Date | null
        password_hash: string | null
        language: string
      }
  }
}
