/**
 * The shape of a translation: the same keys as the Chinese strings, each with a string. A missing key is a type error.
 */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
