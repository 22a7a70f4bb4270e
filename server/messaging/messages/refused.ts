/** Why a message was not taken, for people to read: a few words that carry no secret. */
export class Refused extends Error {}
