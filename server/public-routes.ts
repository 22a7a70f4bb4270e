/**
 * Everything that answers without a sign-in. A route that is public must stand here too, so that opening one to the
 * world is a decision which two places of the code, and a reviewer, have to agree on. The guard (kernel/http/guards.ts) is
 * given the list, since it names features and the kernel knows none.
 */
export const PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  'POST /api/uaa/oauth/token',
  'POST /api/uaa/oauth/queryPasskeyOptions', // a random challenge, the same whoever asks
  // A WebSocket: it says nothing before its first message has named a token, and ends with the session (live-socket.ts).
  'GET /api/events',
  'POST /api/uaa/oauth/revoke', // asks for the client's own credentials
  'POST /api/uaa/oauth/introspect', // the same
  'GET /.well-known/oauth-authorization-server', // addresses and nothing else
  'GET /.well-known/openid-configuration', // the same
  'GET /api/uaa/oauth/jwks', // public halves of keys
  // Before a sign-in, or instead of one. Each counts who asks (counters.ts) and tells nobody whether an account exists.
  'GET /api/account/captcha/generateImageCaptcha',
  'GET /api/account/captcha/getSmsCaptcha',
  'POST /api/account/sysuserdetail/compareCaptcha',
  'POST /api/account/sysuserdetail/retrievePassword',
  'POST /api/account/sysuserdetail/queryPasswordLink', // asks for the link that a mail brought
  'POST /api/account/sysuserdetail/resetForgottenPassword', // the same
  'GET /api/account/sysuserdetail/queryRegistration', // tells of tenants that have opened their registration
  'POST /api/account/sysuserdetail/registerAccount',
  // The address of a link is a secret of 256 bits, and its password is guessed at as seldom as that of an account.
  'POST /api/file/link/openLink',
  'POST /api/file/link/downloadLink',
  // The same secret; an entry asks for the characters of an image besides, and files wait for one for a day.
  'POST /api/generator/formlink/openFormLink',
  'POST /api/generator/formlink/submitFormLink',
  'POST /api/generator/formlink/uploadFormLinkFile',
  // The same secret, printed on a report; it tells what a paper says of itself, and whether that still holds.
  'POST /api/report/verify/verifyReport',
  // Asks for the secret of the mail that told of a scheduled report; the code itself is the proof.
  'POST /api/report/link/openReportLink',
  'POST /api/report/link/downloadReportLink',
  // The same secret, in the address of a display: it opens a session that shows one screen, as its maker in one role, and nothing else.
  'POST /api/screen/link/openScreenLink',
  'POST /api/activiti/message/answerCall', // asks for the address that one call of a process carried, which works once
  'GET /api/file/file/downloadByTicket', // asks for the address that is good once
  'HEAD /api/file/file/downloadByTicket', // the same
  'GET /api/file/file/play', // asks for a cookie that goes with the address
  'HEAD /api/file/file/play', // the same
  'GET /healthz',
  'HEAD /healthz',
  'GET /readyz',
  'HEAD /readyz',
  'GET /', // the web's own files: no data
  'HEAD /',
  'GET /*',
  'HEAD /*',
])
