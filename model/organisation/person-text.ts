/** Between the name of somebody and the account: people of one name are told apart by it. */
export const NAME_AND_ACCOUNT = ' · '

/** Whom one is told of: either is absent where it is hidden. */
export interface NamedPerson {
  readonly username?: string | null | undefined
  readonly nickname?: string | null | undefined
}

/** The name of somebody with the account beside it; what of both there is, and the account alone where the name says the same. */
export function personText({ username, nickname }: NamedPerson): string {
  return [...new Set([nickname, username])].filter(Boolean).join(NAME_AND_ACCOUNT)
}

/** The account in what {@link personText} makes of somebody; the whole of any other text. */
export const accountIn = (text: string): string => text.split(NAME_AND_ACCOUNT).at(-1) ?? text
