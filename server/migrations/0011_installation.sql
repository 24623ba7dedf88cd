CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"secret_fingerprint" text NOT NULL,
	"unprinted_logins" text,
	CONSTRAINT "installation_one" CHECK ("installation"."id" = 1)
);
