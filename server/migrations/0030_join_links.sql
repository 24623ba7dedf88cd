CREATE TABLE "join_link_uses" (
	"circle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_invited" boolean,
	CONSTRAINT "join_link_uses_circle_id_user_id_pk" PRIMARY KEY("circle_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "join_links" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sealed" text,
	"person_index" text,
	"secret_hash" text NOT NULL,
	"uses_max" integer NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "join_links_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "join_links_secret" UNIQUE("secret_hash"),
	CONSTRAINT "join_links_uses" CHECK ("join_links"."uses" between 0 and "join_links"."uses_max" and "join_links"."uses_max" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "standing_changes" (
	"circle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL,
	"what" text NOT NULL,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	CONSTRAINT "standing_changes_circle_id_user_id_id_pk" PRIMARY KEY("circle_id","user_id","id"),
	CONSTRAINT "standing_changes_what" CHECK ("standing_changes"."what" in ('suspended', 'removed', 'reinstated'))
);
--> statement-breakpoint
ALTER TABLE "join_link_uses" ADD CONSTRAINT "join_link_uses_link_fk" FOREIGN KEY ("circle_id","link_id") REFERENCES "public"."join_links"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_links" ADD CONSTRAINT "join_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_changes" ADD CONSTRAINT "standing_changes_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "join_link_uses_link" ON "join_link_uses" USING btree ("circle_id","link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "join_links_person" ON "join_links" USING btree ("circle_id","person_index") WHERE "join_links"."revoked_at" is null and "join_links"."uses" = 0;