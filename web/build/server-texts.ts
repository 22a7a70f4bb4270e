/**
 * Errors, what is wrong with rows of a workbook, the notes of a template, the names of jobs, messages by mail or SMS and the roles that
 * a new tenant begins with are said by the server, in the caller's language; the browser is given the sentence. The build leaves out
 * those of these kinds that no module of the web names (texts.ts).
 */
const OF_SERVER = new RegExp(
  `^(?:${[
    String.raw`(?:error|import\.check|import\.notes?|readings\.check|message)\.`,
    String.raw`import\.(?:job|template|example|column-errors)`,
    String.raw`readings\.job`,
    String.raw`template\.ROLE_`,
    String.raw`authority\.unknown-field`,
    String.raw`check\.(?:captcha-key|sorter|period|scope-unknown|roles-of-client|one-word)`,
  ].join('|')})`,
)

/** Whether a text is of a kind that the server says. */
export const isOfServer = (key: string): boolean => OF_SERVER.test(key)
