/**
 * A number of things.
 * @asType integer
 * @minimum 0
 */
export type Count = number;

/**
 * Which one of several, counted from 1.
 * @asType integer
 * @minimum 1
 */
export type Ordinal = number;
