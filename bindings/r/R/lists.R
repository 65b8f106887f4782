shoal_version <- function() {
    found <- .Call(C_version)
    parts <- strsplit(strsplit(found$build, "\n", fixed = TRUE)[[1L]], "\t", fixed = TRUE)
    parts <- Filter(function(x) length(x) == 2L, parts)
    build <- setNames(vapply(parts, `[[`, "", 2L), vapply(parts, `[[`, "", 1L))
    structure(list(version = found$version, build = build, reports = found$reports),
              class = "shoal_version")
}

print.shoal_version <- function(x, ...) {
    cat("shoal ", x$version, "\n", sep = "")
    if (length(x$build)) cat(paste0("  ", format(names(x$build)), "  ", x$build, "\n"), sep = "")
    invisible(x)
}

list_kinds <- c("algorithms", "conditions", "metrics", "models", "recodings", "sources", "warnings",
                "notes", "keys")

shoal_list <- function(kind = c("algorithms", "conditions", "metrics", "models", "recodings", "sources",
                                "warnings", "notes", "keys")) {
    kind <- tryCatch(match.arg(kind), error = function(e)
        refuse("there is no list of ", kind[1L], "; there is ", paste(list_kinds, collapse = ", ")))
    if (kind == "keys") {
        keys <- plan_keys()
        return(data.frame(argument = keys$name, key = keys$key, summary = keys$summary))
    }
    if (kind == "sources") return(as.data.frame(.Call(C_places)))
    out <- as.data.frame(.Call(C_list, kind))
    if (kind == "algorithms") names(out)[3L] <- "recoding"
    else if (kind == "conditions") names(out)[3L] <- "tone"
    else out$group <- NULL
    out
}

shoal_parameters <- function(recoding, algorithm) {
    found <- .Call(C_parameters, as.character(recoding), as.character(algorithm))
    if (is.null(found))
        refuse("recoding ", recoding, " has no algorithm ", algorithm, ": see shoal_list(\"algorithms\")")
    as.data.frame(found)
}

# A register of made-up people. Uses numbers of its own, so that the state of R's generator stays.
sample_people <- function(rows = 1000, seed = 1) {
    state <- (as.double(seed) * 7919 + 12345) %% 2147483647
    draw <- function() {
        out <- numeric(rows)
        for (i in seq_len(rows)) {
            state <<- (state * 16807) %% 2147483647
            out[i] <- state / 2147483647
        }
        out
    }
    pick <- function(values, shares) values[findInterval(draw(), cumsum(shares) / sum(shares)) + 1L]
    towns <- c("10", "12", "20", "21", "34")
    data.frame(
        id = sprintf("P%06d", seq_len(rows)),
        age = as.integer(18 + floor(72 * (draw() + draw()) / 2)),
        sex = factor(pick(c("female", "male"), c(51, 49))),
        zip = paste0(pick(towns, c(5, 4, 3, 2, 1)), floor(10 * draw()), floor(10 * draw())),
        education = factor(pick(c("primary", "secondary", "bachelor", "master"), c(2, 5, 3, 2)),
                           levels = c("primary", "secondary", "bachelor", "master")),
        disease = factor(pick(c("asthma", "diabetes", "flu", "migraine", "none"), c(2, 2, 4, 1, 6))),
        income = round(12000 + 60000 * draw()^2, -2)
    )
}
